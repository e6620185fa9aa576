// SPDX-License-Identifier: MIT
//
// From the coefficients of a JPEG file to its pixels, for a CPU: few work-items, and wide vectors.
//
//   jpeg_idct_vector   one work-item per row of blocks; a vector has the rows of two blocks
//   jpeg_colour_rows   one work-item per row of pixels
//
// They compute the same as jpeg_idct_fast and jpeg_colour of jpeg_decode.cl, which also says what a
// band is.
//
// The host sets:
//
//   LEVEL     of a block whose coefficients are 0: 128 (the accuracy test has others)
//   COLOUR    what the components are: see jpeg_colour.h

#ifndef LEVEL
#error "the host must build this file with -DLEVEL="
#endif

#include "jpeg_colour.h"
#include "jpeg_component.h"
#include "jpeg_idct.h"
#include "jpeg_riffle.h"
#include "stream.h"

// Oclgrind 21.10 gives a wrong result when the bounds are scalars.
#define TO_RANGE(vector) clamp(vector, (int16)(0), (int16)(255))

// Rows y of two blocks; of one.  Element y of `left` has the samples 0 to 3 of the row, of `right`
// the samples 4 to 7; element y + 8 those of the second block.
#define STORE_PAIR(y, a, b) \
    vstore4((int4)(left.s##a, right.s##a, left.s##b, right.s##b), 0, out + y * pitch)
#define STORE_ONE(y, a) vstore2((int2)(left.s##a, right.s##a), 0, out + y * pitch)

// A vector has row k of the coefficients of two blocks: element u of a half has the frequency u.
// So the transform of 8 vectors is that of 16 columns.  The transposed result has the rows of
// samples in its elements, and the same transform works on rows.
kernel void jpeg_idct_vector(global uchar *restrict samples,
                             global const short *restrict coefficients,
                             constant component *components, uint first_row, uint rows)
{
    constant component *const c = components + get_global_id(1);
    const size_t row = get_global_id(0), blocks = c->blocks_x;
    const size_t pitch = 8 * blocks / sizeof(int);
    if (row >= c->v * rows) return;
    const size_t first = FIRST_BLOCK(c, first_row) + row * blocks;
    int16 steps[8];
    for (int k = 0; k < 8; k++) {
        const int8 step = convert_int8(vload8(k, c->quantisation));
        steps[k] = (int16)(step, step);
    }
    for (size_t i = 0; i < blocks; i += 2) {
        // A last block without a neighbour is its own.
        const bool pair = i + 1 < blocks;
        global const short8 *const block = (global const short8 *)(coefficients + 64 * (first + i));
        global const short8 *const next = block + (pair ? 8 : 0);
        uint16 v[8];
#pragma unroll
        for (int k = 0; k < 8; k++)
            v[k] = as_uint16(clamp(convert_int16((short16)(block[k], next[k])) * steps[k],
                                   (int16)(-2048), (int16)(2047)));
        IDCT_PARTS(uint16, v);
        int16 s[8];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int16 even = as_int16(v[k]), odd = as_int16(v[4 + k]);
            s[k] = COLUMN(even, odd);
            s[7 - k] = COLUMN(even, -odd);
        }
        transpose_squares(s);
#pragma unroll
        for (int k = 0; k < 8; k++)
            v[k] = as_uint16(s[k]);
        IDCT_PARTS(uint16, v);
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int16 even = as_int16(v[k]), odd = as_int16(v[4 + k]);
            s[k] = TO_RANGE(SAMPLE(even, odd) + LEVEL);
            s[7 - k] = TO_RANGE(SAMPLE(even, -odd) + LEVEL);
        }
        const int16 left = PACK(s[0], s[1], s[2], s[3]), right = PACK(s[4], s[5], s[6], s[7]);
        global int *const out = (global int *)(samples + 64 * first + 8 * i);
        if (pair) {
            STORE_PAIR(0, 0, 8);
            STORE_PAIR(1, 1, 9);
            STORE_PAIR(2, 2, a);
            STORE_PAIR(3, 3, b);
            STORE_PAIR(4, 4, c);
            STORE_PAIR(5, 5, d);
            STORE_PAIR(6, 6, e);
            STORE_PAIR(7, 7, f);
        } else {
            STORE_ONE(0, 0);
            STORE_ONE(1, 1);
            STORE_ONE(2, 2);
            STORE_ONE(3, 3);
            STORE_ONE(4, 4);
            STORE_ONE(5, 5);
            STORE_ONE(6, 6);
            STORE_ONE(7, 7);
        }
    }
}

// Vectors at any address.  PoCL takes vload16 of uchar apart, but not a load through such a
// pointer.
typedef uchar16 __attribute__((aligned(1))) loose_uchar16;
typedef uchar8 __attribute__((aligned(1))) loose_uchar8;
typedef uint16 __attribute__((aligned(4))) loose_uint16;

// The samples of a row for the pixels x to x + 15; x is even.
float16 samples_at(global const uchar *row, size_t x, uint h, uint h_max)
{
    if (h == h_max) return convert_float16(*(global const loose_uchar16 *)(row + x));
    if (2 * h == h_max) {
        const uchar8 s = *(global const loose_uchar8 *)(row + x / 2);
        return convert_float16(s.s0011223344556677);
    }
    float s[16];
    for (size_t i = 0; i < 16; i++)
        s[i] = row[(x + i) * h / h_max];
    return vload16(0, s);
}

kernel void jpeg_colour_rows(global uint *restrict pixels, global const uchar *restrict samples,
                             constant component *components, uint width, uint height, uint h_max,
                             uint v_max, uint inverted, uint first_y)
{
    const uint y = first_y + get_global_id(0);
    if (y >= height) return;
    uint x = 0;
    pixels += (size_t)y * width;
#if COLOUR == YCBCR
    constant component *const c = components;
    global const uchar *const y_row = row_of(samples, c, y, v_max);
    global const uchar *const cb_row = row_of(samples, c + 1, y, v_max);
    global const uchar *const cr_row = row_of(samples, c + 2, y, v_max);
    for (; x + 16 <= width; x += 16) {
        const float16 luma = samples_at(y_row, x, c[0].h, h_max);
        const float16 cb = samples_at(cb_row, x, c[1].h, h_max) - 128.0f;
        const float16 cr = samples_at(cr_row, x, c[2].h, h_max) - 128.0f;
        const int16 r = TO_RANGE(convert_int16(RED(luma, cr)));
        const int16 g = TO_RANGE(convert_int16(GREEN(luma, cb, cr)));
        const int16 b = TO_RANGE(convert_int16(BLUE(luma, cb)));
        const uint16 packed = as_uint16(PACK(r, g, b, 255));
        // Whole cache lines bypass the caches.
        if (((size_t)(pixels + x) & 63) == 0)
            STREAM(packed, (global uint16 *)(pixels + x));
        else
            *(global loose_uint16 *)(pixels + x) = packed;
    }
#endif
    for (; x < width; x++)
        pixels[x] = pixel_at(samples, components, (uint2)(x, y), (uint2)(h_max, v_max), inverted);
}
