// SPDX-License-Identifier: MIT
//
// From the pixels of a picture to the coefficients of a JPEG file: colour and subsampling make
// samples; DCT and quantisation make coefficients of them.
//
//   jpeg_samples         one work-item per sample of each component
//   jpeg_dct_direct      one work-item per coefficient: the definition, a double sum
//   jpeg_dct_separable   8 work-items per block: rows first, then columns, through local memory
//   jpeg_dct_fast        the same in integers, with a transform that needs fewer products
//
// jpeg_encode_fast.cl has the forms with longer accesses to memory.
//
// The DCTs have the component in dimension 1, jpeg_samples has it in dimension 2; jpeg_component.h
// describes it.  All kernels work on a band: `rows` rows of MCUs from row `first_row` on.
//
// The host sets:
//
//   BLOCKS    blocks per work-group of separable and fast

#ifndef BLOCKS
#error "the host must build this file with -DBLOCKS="
#endif

#include "jpeg_cosines.h"
#include "jpeg_fdct.h"
#include "jpeg_source.h"
#include "jpeg_ycc.h"

int component_of(uchar4 pixel, size_t component)
{
    const float r = pixel.x, g = pixel.y, b = pixel.z;
    return (int)(component == 0   ? LUMA(r, g, b)
                 : component == 1 ? CHROMA_BLUE(r, g, b)
                                  : CHROMA_RED(r, g, b));
}

// A sample is the mean of the pixels that it stands for: 1, 2 x 1 or 2 x 2.  Halves are rounded up
// and down in turn.  Behind the right edge, the last pixel of a row goes on; below the picture, the
// last row of samples.
kernel void jpeg_samples(global uchar *restrict samples, global const uchar4 *restrict pixels,
                         constant component *components, uint width, uint height, uint h_max,
                         uint v_max, uint first_row, uint rows)
{
    constant component *const c = components + get_global_id(2);
    const uint x = get_global_id(0), y = 8 * c->v * first_row + get_global_id(1);
    if (x >= 8 * c->blocks_x || get_global_id(1) >= 8 * c->v * rows) return;
    const uint across = h_max / c->h, down = v_max / c->v;    // pixels of the sample
    const uint top = min(y, c->height - 1) * down;
    int sum = across * down > 1 ? (int)(across * down / 2 - 1 + x % 2) : 0;
    for (uint j = 0; j < down; j++)
        for (uint i = 0; i < across; i++) {
            const uint column = min(x * across + i, width - 1), row = min(top + j, height - 1);
            sum += component_of(pixels[(size_t)row * width + column], get_global_id(2));
        }
    samples[64 * (size_t)c->first_block + (size_t)y * 8 * c->blocks_x + x] =
        (uchar)(sum / (int)(across * down));
}

kernel void jpeg_dct_direct(global short *restrict coefficients,
                            global const uchar *restrict samples, constant component *components,
                            uint first_row, uint rows)
{
    constant component *const c = components + get_global_id(1);
    const size_t i = get_global_id(0) / 64, v = get_global_id(0) / 8 % 8, u = get_global_id(0) % 8;
    if (i >= BLOCK_COUNT(c, rows)) return;
    const uint2 place = place_of(c, first_row, i);
    global const uchar *const source = source_of(samples, c, place);
    float sum = 0.0f;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            sum +=
                (source[(size_t)y * 8 * c->blocks_x + x] - 128.0f) * COSINES[u][x] * COSINES[v][y];
    const bool kept = has_samples(c, place) || 8 * v + u == 0;
    coefficients[64 * (FIRST_BLOCK(c, first_row) + i) + 8 * v + u] =
        kept ? convert_short_rte(sum / c->quantisation[8 * v + u]) : 0;
}

// First a work-item transforms a row of its block, then a column.
//
//     samples        rows            coefficients
//     -----          -----             | | | |
//     -----  item 0: -----   item 0:   | | | |
//     -----  row 0   -----   column 0  | | | |
//
// A row of `block` has 9 floats: the items that write a column of the array at the same time meet
// different banks of local memory.
kernel __attribute__((reqd_work_group_size(8 * BLOCKS, 1, 1))) void
jpeg_dct_separable(global short *restrict coefficients, global const uchar *restrict samples,
                   constant component *components, uint first_row, uint rows)
{
    local float block[BLOCKS][8][9];
    constant component *const c = components + get_global_id(1);
    const size_t i = get_global_id(0) / 8, item = get_local_id(0) % 8, slot = get_local_id(0) / 8;
    const bool inside = i < BLOCK_COUNT(c, rows);
    const uint2 place = place_of(c, first_row, i);
    if (inside) {
        global const uchar *const source =
            source_of(samples, c, place) + item * 8 * (size_t)c->blocks_x;
        for (int u = 0; u < 8; u++) {
            float sum = 0.0f;
            for (int x = 0; x < 8; x++)
                sum += (source[x] - 128.0f) * COSINES[u][x];
            block[slot][item][u] = sum;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!inside) return;
    global short *const out = coefficients + 64 * (FIRST_BLOCK(c, first_row) + i) + item;
    for (int v = 0; v < 8; v++) {
        float sum = 0.0f;
        for (int y = 0; y < 8; y++)
            sum += block[slot][y][item] * COSINES[v][y];
        const bool kept = has_samples(c, place) || 8 * v + item == 0;
        out[8 * v] = kept ? convert_short_rte(sum / c->quantisation[8 * v + item]) : 0;
    }
}

// `value` is 8 times a coefficient.  The nearest multiple of the step, halves away from 0.
short quantise(int value, int step)
{
    const int magnitude = ((int)abs(value) + 4 * step) / (8 * step);
    return (short)(value < 0 ? -magnitude : magnitude);
}

// As separable.  jpeg_fdct.h has the transform.
kernel __attribute__((reqd_work_group_size(8 * BLOCKS, 1, 1))) void
jpeg_dct_fast(global short *restrict coefficients, global const uchar *restrict samples,
              constant component *components, uint first_row, uint rows)
{
    local int block[BLOCKS][8][9];
    constant component *const c = components + get_global_id(1);
    const size_t i = get_global_id(0) / 8, item = get_local_id(0) % 8, slot = get_local_id(0) / 8;
    const bool inside = i < BLOCK_COUNT(c, rows);
    const uint2 place = place_of(c, first_row, i);
    int values[8];
    if (inside) {
        const uchar8 row =
            *(global const uchar8 *)(source_of(samples, c, place) + item * 8 * (size_t)c->blocks_x);
        vstore8(convert_int8(row) - 128, 0, values);
        FDCT_PARTS(int, values);
        for (int u = 0; u < 8; u++)
            block[slot][item][u] = FDCT_ROW(values[u]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!inside) return;
    for (int y = 0; y < 8; y++)
        values[y] = block[slot][y][item];
    FDCT_PARTS(int, values);
    global short *const out = coefficients + 64 * (FIRST_BLOCK(c, first_row) + i) + item;
    for (int v = 0; v < 8; v++) {
        const bool kept = has_samples(c, place) || 8 * v + item == 0;
        out[8 * v] = kept ? quantise(FDCT_COLUMN(values[v]), c->quantisation[8 * v + item]) : 0;
    }
}
