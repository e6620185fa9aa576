// SPDX-License-Identifier: MIT
//
// From the pixels of a picture to the coefficients of a JPEG file: fewer accesses to memory, and
// longer ones.
//
// For GPUs:
//
//   jpeg_samples_wide   one work-item per 8 columns of pixels, in one row of Cb and Cr
//   jpeg_dct_wide       8 work-items per block; each one stores a row of coefficients
//
// For CPUs, few work-items and wide vectors:
//
//   jpeg_samples_rows   one work-item per row of samples of Cb and Cr
//   jpeg_dct_vector     one work-item per row of blocks; a vector has the rows of two blocks
//
// They compute the same as jpeg_samples and jpeg_dct_fast of jpeg_encode.cl, which also says what a
// band is.
//
// The host sets:
//
//   BLOCKS    blocks per work-group of jpeg_dct_wide

#ifndef BLOCKS
#error "the host must build this file with -DBLOCKS="
#endif

#include "jpeg_fdct.h"
#include "jpeg_riffle.h"
#include "jpeg_source.h"
#include "jpeg_ycc.h"

// --- for GPUs

// 8 pixels of a row from column x on; behind the edge, the last one goes on.
uint8 eight_pixels(global const uint *row, uint x, uint width)
{
    if (x + 8 <= width) return vload8(0, row + x);
    uint pixels[8];
    for (uint i = 0; i < 8; i++)
        pixels[i] = row[min(x + i, width - 1)];
    return vload8(0, pixels);
}

// Stores samples of Cb or Cr: the means of 1, 2 x 1 or 2 x 2 pixels.  `sums` has a sum for each
// column.  Halves are rounded up and down in turn.
void store_colour(global uchar *out, int8 sums, uint columns, uint rows)
{
    if (columns == 1) {
        *(global uchar8 *)out = convert_uchar8(sums);
        return;
    }
    const int4 pairs = sums.even + sums.odd + (int4)(0, 1, 0, 1);
    *(global uchar4 *)out = convert_uchar4(rows == 2 ? (pairs + 1) >> 2 : pairs >> 1);
}

// jpeg_samples reads each pixel three times, and stores single bytes.  Here a work-item reads its
// pixels once for Y, Cb and Cr, and stores 8 samples at once, or 4 in half of the columns:
//
//     4:2:0     pixels       Y         Cb      Cr
//               8 x 2    ->  8 x 2     4 x 1   4 x 1
kernel void jpeg_samples_wide(global uchar *restrict samples, global const uint *restrict pixels,
                              constant component *components, uint width, uint height, uint h_max,
                              uint v_max, uint first_row, uint rows)
{
    constant component *const c = components;
    if (get_global_id(0) >= c[0].blocks_x || get_global_id(1) >= 8 * rows) return;
    const uint x = 8 * get_global_id(0), y = 8 * first_row + get_global_id(1);
    const uint last = (height - 1) / v_max;    // the last row of Cb and Cr with pixels
    const size_t pitch = 8 * c[0].blocks_x;
    global uchar *const luma = samples + y * v_max * pitch + x;
    uchar8 light = 0;
    int8 blue = 0, red = 0;
    for (uint j = 0; j < v_max; j++) {
        const uint row = min(min(y, last) * v_max + j, height - 1);
        const uint8 p = eight_pixels(pixels + (size_t)row * width, x, width);
        const float8 r = convert_float8(p & 255u);
        const float8 g = convert_float8(p >> 8 & 255u);
        const float8 b = convert_float8(p >> 16 & 255u);
        light = convert_uchar8(LUMA(r, g, b));
        *(global uchar8 *)(luma + j * pitch) = light;
        blue += convert_int8(CHROMA_BLUE(r, g, b));
        red += convert_int8(CHROMA_RED(r, g, b));
    }
    // Below the picture, both rows of Y are the picture's last one.
    if (y > last) *(global uchar8 *)luma = light;
    if (c[1].blocks_x == 0) return;    // a grey picture
    global uchar *const colour = samples + (size_t)y * 8 * c[1].blocks_x + x / h_max;
    store_colour(colour + 64 * (size_t)c[1].first_block, blue, h_max, v_max);
    store_colour(colour + 64 * (size_t)c[2].first_block, red, h_max, v_max);
}

// In jpeg_dct_fast, the 8 work-items of a block store row after row, 2 bytes each.  Here columns
// become rows in local memory once more.  Then a work-item stores its row, 16 bytes, and the 8 of
// them store the whole block at once.
kernel __attribute__((reqd_work_group_size(8 * BLOCKS, 1, 1))) void
jpeg_dct_wide(global short *restrict coefficients, global const uchar *restrict samples,
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
    if (inside) {
        for (int y = 0; y < 8; y++)
            values[y] = block[slot][y][item];
        FDCT_PARTS(int, values);
        for (int v = 0; v < 8; v++)
            block[slot][v][item] = FDCT_COLUMN(values[v]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!inside) return;
    const int8 row = vload8(0, block[slot][item]);    // 8 times the coefficients
    const int8 steps = convert_int8(vload8(item, c->quantisation));
    const int8 magnitudes = (convert_int8(abs(row)) + 4 * steps) / (8 * steps);
    short8 out = convert_short8(row < 0 ? -magnitudes : magnitudes);
    if (!has_samples(c, place)) out = (short8)(item == 0 ? out.s0 : 0, 0, 0, 0, 0, 0, 0, 0);
    ((global short8 *)(coefficients + 64 * (FIRST_BLOCK(c, first_row) + i)))[item] = out;
}

// --- for CPUs: few work-items, and wide vectors

// Vectors at any address.  PoCL takes vload16 of uint apart, but not a load through such a pointer.
typedef uint16 __attribute__((aligned(4))) loose_uint16;
typedef uchar16 __attribute__((aligned(1))) loose_uchar16;

// 16 pixels of a row from column x on; behind the edge, the last one goes on.
uint16 pixels_at(global const uint *row, uint x, uint width)
{
    if (x + 16 <= width) return *(global const loose_uint16 *)(row + x);
#define PIXEL(i) row[min(x + (i), width - 1)]
    return (uint16)(PIXEL(0), PIXEL(1), PIXEL(2), PIXEL(3), PIXEL(4), PIXEL(5), PIXEL(6), PIXEL(7),
                    PIXEL(8), PIXEL(9), PIXEL(10), PIXEL(11), PIXEL(12), PIXEL(13), PIXEL(14),
                    PIXEL(15));
}

// 16 samples; the last block of an odd number has only 8.
void store_samples(global uchar *out, int16 values, bool all)
{
    if (all)
        *(global loose_uchar16 *)out = convert_uchar16(values);
    else
        *(global uchar8 *)out = convert_uchar8(values.lo);
}

// A sample is the mean of 1, 2 or 4 pixels, whose values are added up here; those of two columns
// are not added yet.  Halves are rounded up and down in turn.
void store_means(global uchar *out, int16 sums, uint columns, uint rows, bool all)
{
    if (columns == 1) {
        store_samples(out, sums, all);
        return;
    }
    const int8 pairs = sums.even + sums.odd + (int8)(0, 1, 0, 1, 0, 1, 0, 1);
    *(global uchar8 *)out = convert_uchar8(rows == 2 ? (pairs + 1) >> 2 : pairs >> 1);
}

// One row of each colour's samples, and the one or two rows of Y from the same pixels.
kernel void jpeg_samples_rows(global uchar *restrict samples, global const uint *restrict pixels,
                              constant component *components, uint width, uint height, uint h_max,
                              uint v_max, uint first_row, uint rows)
{
    const uint y = 8 * first_row + get_global_id(0), last = (height - 1) / v_max;
    if (get_global_id(0) >= 8 * rows || y > last) return;
    constant component *const c = components;
    const bool has_colour = c[1].blocks_x > 0;
    const size_t pitch = 8 * c[0].blocks_x;
    global uchar *const luma = samples + y * v_max * pitch;
    global uchar *const blue =
        samples + 64 * (size_t)c[1].first_block + (size_t)y * 8 * c[1].blocks_x;
    global uchar *const red =
        samples + 64 * (size_t)c[2].first_block + (size_t)y * 8 * c[2].blocks_x;
    for (uint x = 0; x < pitch; x += 16) {
        const bool all = x + 16 <= pitch;
        int16 sum_blue = 0, sum_red = 0;
        for (uint j = 0; j < v_max; j++) {
            global const uint *const row = pixels + (size_t)min(y * v_max + j, height - 1) * width;
            const uint16 p = pixels_at(row, x, width);
            const float16 r = convert_float16(as_int16(p & 255u));
            const float16 g = convert_float16(as_int16(p >> 8 & 255u));
            const float16 b = convert_float16(as_int16(p >> 16 & 255u));
            store_samples(luma + j * pitch + x, convert_int16(LUMA(r, g, b)), all);
            sum_blue += convert_int16(CHROMA_BLUE(r, g, b));
            sum_red += convert_int16(CHROMA_RED(r, g, b));
        }
        if (!has_colour) continue;
        store_means(blue + x / h_max, sum_blue, h_max, v_max, all);
        store_means(red + x / h_max, sum_red, h_max, v_max, all);
    }
    if (y < last) return;
    // Below the picture, the last row goes on to the end of the MCUs.
    for (uint i = 0; i < (has_colour ? 3 : 1); i++) {
        global uchar8 *const all = (global uchar8 *)(samples + 64 * (size_t)c[i].first_block);
        const size_t end = 8 * (size_t)c[i].v * (first_row + rows);
        for (size_t row = (size_t)c[i].v * (last + 1); row < end; row++)
            for (size_t x = 0; x < c[i].blocks_x; x++)
                all[row * c[i].blocks_x + x] = all[(row - 1) * c[i].blocks_x + x];
    }
}

// The coefficient of which `value` is 8 times as much: in floats, which is exact.  The quotient is
// at least 1/2 / (8 * step) from a whole number because of the 1/2, and errs by less than 2^-7 /
// (8 * step).
int16 quantise(int16 value, float16 half_steps, float16 reciprocals)
{
    const float16 exact = convert_float16(value);
    return convert_int16((exact + copysign(half_steps, exact)) * reciprocals);
}

// A block without samples of the picture.  The DC coefficient of a DCT of integers is the sum.
void write_unseen(global short *out, global const uchar *source, constant component *c)
{
    int sum = -64 * 128;
    for (size_t y = 0; y < 8; y++)
        for (size_t x = 0; x < 8; x++)
            sum += source[y * 8 * c->blocks_x + x];
    const int step = 8 * c->quantisation[0], magnitude = ((int)abs(sum) + step / 2) / step;
    for (int i = 0; i < 8; i++)
        ((global short8 *)out)[i] = 0;
    out[0] = (short)(sum < 0 ? -magnitude : magnitude);
}

// A vector has row y of the samples of two blocks: element x of a half is in column x.  Transposed,
// it has column x, and the transform of 8 vectors is that of 16 rows.  Transposed again, the same
// transform works on columns.
kernel void jpeg_dct_vector(global short *restrict coefficients,
                            global const uchar *restrict samples, constant component *components,
                            uint first_row, uint rows)
{
    constant component *const c = components + get_global_id(1);
    const uint y = first_row * c->v + get_global_id(0);
    if (get_global_id(0) >= c->v * rows) return;
    const size_t first = (size_t)c->first_block + (size_t)y * c->blocks_x;
    const uint seen = 8 * y < c->height ? (c->width + 7) / 8 : 0;    // blocks of the row
    float16 half_steps[8], reciprocals[8];
    for (int k = 0; k < 8; k++) {
        const float8 step = convert_float8(vload8(k, c->quantisation));
        half_steps[k] = (float16)(step, step) * 4.0f + 0.5f;
        reciprocals[k] = 0.125f / (float16)(step, step);
    }
    for (uint x = 0; x < seen; x += 2) {
        // A last block without a neighbour is its own.
        const bool pair = x + 1 < seen;
        global const uchar8 *const source =
            (global const uchar8 *)(samples + 64 * (size_t)c->first_block) +
            (size_t)y * 8 * c->blocks_x + x;
        int16 v[8];
#pragma unroll
        for (int k = 0; k < 8; k++)
            v[k] = convert_int16((uchar16)(source[k * c->blocks_x],
                                           source[k * c->blocks_x + (pair ? 1 : 0)])) -
                   128;
        transpose_squares(v);
        FDCT_PARTS(int16, v);
#pragma unroll
        for (int k = 0; k < 8; k++)
            v[k] = FDCT_ROW(v[k]);
        transpose_squares(v);
        FDCT_PARTS(int16, v);
        global short8 *const out = (global short8 *)(coefficients + 64 * (first + x));
#pragma unroll
        for (int k = 0; k < 8; k++) {
            const short16 rounded =
                convert_short16(quantise(FDCT_COLUMN(v[k]), half_steps[k], reciprocals[k]));
            out[k] = rounded.lo;
            if (pair) out[8 + k] = rounded.hi;
        }
    }
    for (uint x = seen; x < c->blocks_x; x++)
        write_unseen(coefficients + 64 * (first + x), source_of(samples, c, (uint2)(x, y)), c);
}
