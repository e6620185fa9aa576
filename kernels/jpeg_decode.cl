// SPDX-License-Identifier: MIT
//
// From the coefficients of a JPEG file to its pixels: dequantisation and inverse DCT make samples;
// upsampling and colour make pixels of them.
//
//   jpeg_idct_direct      one work-item per sample: the definition, a double sum
//   jpeg_idct_separable   8 work-items per block: columns first, then rows, through local memory
//   jpeg_idct_fast        the same with a transform that needs half of the products
//   jpeg_colour           one work-item per pixel
//
// jpeg_decode_fast.cl has the forms for a CPU.
//
// The inverse DCTs have the component in dimension 1; jpeg_component.h describes it.  All kernels
// work on a band: `rows` rows of MCUs from row `first_row` on; for colour, the rows of pixels from
// `first_y` on.
//
// The host sets:
//
//   LEVEL     of a block whose coefficients are 0: 128 (the accuracy test has others)
//   COLOUR    what the components are: see jpeg_colour.h
//   BLOCKS    blocks per work-group of separable and fast

#if !defined(LEVEL) || !defined(BLOCKS)
#error "the host must build this file with -DLEVEL= -DBLOCKS="
#endif

#include "jpeg_colour.h"
#include "jpeg_component.h"
#include "jpeg_cosines.h"
#include "jpeg_idct.h"

// The nearest integer, halves up; then level shift and clamp.  (int)(value + 0.5f) would be wrong
// below 0: a conversion to int cuts off towards 0, so that -0.7 became 0.
uchar to_sample(float value)
{
    return (uchar)clamp((int)floor(value + 0.5f) + LEVEL, 0, 255);
}

// Where row y of a component's block i of the band begins.
global uchar *row_of_block(global uchar *samples, constant component *c, uint first_row, size_t i,
                           size_t y)
{
    const size_t row = i / c->blocks_x * 8 + y, column = i % c->blocks_x * 8;
    return samples + 64 * FIRST_BLOCK(c, first_row) + row * 8 * c->blocks_x + column;
}

kernel void jpeg_idct_direct(global uchar *restrict samples,
                             global const short *restrict coefficients,
                             constant component *components, uint first_row, uint rows)
{
    constant component *const c = components + get_global_id(1);
    const size_t i = get_global_id(0) / 64, y = get_global_id(0) / 8 % 8, x = get_global_id(0) % 8;
    if (i >= BLOCK_COUNT(c, rows)) return;
    global const short *const block = coefficients + 64 * (FIRST_BLOCK(c, first_row) + i);
    float sum = 0.0f;
    for (int v = 0; v < 8; v++)
        for (int u = 0; u < 8; u++)
            sum += DEQUANTISE(block[8 * v + u], c->quantisation[8 * v + u]) * COSINES[u][x] *
                   COSINES[v][y];
    row_of_block(samples, c, first_row, i, y)[x] = to_sample(sum);
}

// First a work-item transforms a column of its block, then a row.
//
//     coefficients      columns              samples
//     | | | |           | | | |              -----
//     | | | |  item 0:  | | | |   item 0:    -----
//     | | | |  column 0 | | | |   row 0      -----
//
// A row of `columns` has 9 floats: the items that read a column of the array at the same time meet
// different banks of local memory.
kernel __attribute__((reqd_work_group_size(8 * BLOCKS, 1, 1))) void
jpeg_idct_separable(global uchar *restrict samples, global const short *restrict coefficients,
                    constant component *components, uint first_row, uint rows)
{
    local float columns[BLOCKS][8][9];
    constant component *const c = components + get_global_id(1);
    const size_t i = get_global_id(0) / 8, item = get_local_id(0) % 8, slot = get_local_id(0) / 8;
    const bool inside = i < BLOCK_COUNT(c, rows);
    if (inside) {
        global const short *const block = coefficients + 64 * (FIRST_BLOCK(c, first_row) + i);
        float values[8];
        for (int v = 0; v < 8; v++)
            values[v] = DEQUANTISE(block[8 * v + item], c->quantisation[8 * v + item]);
        for (int y = 0; y < 8; y++) {
            float sum = 0.0f;
            for (int v = 0; v < 8; v++)
                sum += values[v] * COSINES[v][y];
            columns[slot][y][item] = sum;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!inside) return;
    global uchar *const out = row_of_block(samples, c, first_row, i, item);
    for (int x = 0; x < 8; x++) {
        float sum = 0.0f;
        for (int u = 0; u < 8; u++)
            sum += columns[slot][item][u] * COSINES[u][x];
        out[x] = to_sample(sum);
    }
}

// As separable.  jpeg_idct.h has the transform.
kernel __attribute__((reqd_work_group_size(8 * BLOCKS, 1, 1))) void
jpeg_idct_fast(global uchar *restrict samples, global const short *restrict coefficients,
               constant component *components, uint first_row, uint rows)
{
    local int columns[BLOCKS][8][9];
    constant component *const c = components + get_global_id(1);
    const size_t i = get_global_id(0) / 8, item = get_local_id(0) % 8, slot = get_local_id(0) / 8;
    const bool inside = i < BLOCK_COUNT(c, rows);
    uint values[8];
    if (inside) {
        global const short *const block = coefficients + 64 * (FIRST_BLOCK(c, first_row) + i);
        for (int v = 0; v < 8; v++)
            values[v] = as_uint(DEQUANTISE(block[8 * v + item], c->quantisation[8 * v + item]));
        IDCT_PARTS(uint, values);
        for (int y = 0; y < 4; y++) {
            const int even = as_int(values[y]), odd = as_int(values[4 + y]);
            columns[slot][y][item] = COLUMN(even, odd);
            columns[slot][7 - y][item] = COLUMN(even, -odd);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!inside) return;
    for (int u = 0; u < 8; u++)
        values[u] = as_uint(columns[slot][item][u]);
    IDCT_PARTS(uint, values);
    uchar row[8];
    for (int x = 0; x < 4; x++) {
        const int even = as_int(values[x]), odd = as_int(values[4 + x]);
        row[x] = (uchar)clamp(SAMPLE(even, odd) + LEVEL, 0, 255);
        row[7 - x] = (uchar)clamp(SAMPLE(even, -odd) + LEVEL, 0, 255);
    }
    *(global uchar8 *)row_of_block(samples, c, first_row, i, item) = vload8(0, row);
}

kernel void jpeg_colour(global uint *restrict pixels, global const uchar *restrict samples,
                        constant component *components, uint width, uint height, uint h_max,
                        uint v_max, uint inverted, uint first_y)
{
    const uint x = get_global_id(0), y = first_y + get_global_id(1);
    if (x >= width || y >= height) return;
    pixels[(size_t)y * width + x] =
        pixel_at(samples, components, (uint2)(x, y), (uint2)(h_max, v_max), inverted);
}
