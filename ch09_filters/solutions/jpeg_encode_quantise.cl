// SPDX-License-Identifier: MIT
//
// jpeg_encode --variant fast --kernel build/exercises/jpeg_encode_quantise.cl
//
// A quantiser without a division of integers: exact in floats.
//: skeleton
//: // It is missing, so all coefficients are 0.
//: end
// The other kernels are those of jpeg_encode.cl.

#include "jpeg_fdct.h"
#include "jpeg_source.h"
#include "jpeg_ycc.h"

// `value` is 8 times a coefficient: less than 2^15.  The nearest multiple of the step, 1 to 255,
// halves away from 0.
//: skeleton
//: short quantise(int value, int step)
//: {
//:     // Exercise 5 of jpeg_encode: value / (8 * step), rounded.
//:     return 0;
//: }
//: solution
//
// (|value| + 4 * step) / (8 * step), rounded down.  With 1/2 more above, the quotient is at least
// 1/2 / (8 * step) from a whole number.  Its error is smaller, also where a division of floats errs
// by 2.5 ULP.
short quantise(int value, int step)
{
    const float exact = (float)value, half_step = 4.0f * step + 0.5f;
    return (short)((exact + copysign(half_step, exact)) * (0.125f / step));
}
//: end

int component_of(uchar4 pixel, size_t component)
{
    const float r = pixel.x, g = pixel.y, b = pixel.z;
    return (int)(component == 0   ? LUMA(r, g, b)
                 : component == 1 ? CHROMA_BLUE(r, g, b)
                                  : CHROMA_RED(r, g, b));
}

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
