// SPDX-License-Identifier: MIT
//
// From the coefficients of a JPEG file to its pixels: dequantisation and inverse DCT make samples;
// upsampling and colour make pixels of them.
//
//   jpeg_idct_direct      one work-item per sample: the definition, a double sum
//   jpeg_idct_separable   8 work-items per block: columns first, then rows, through local memory
//   jpeg_idct_fast        the same with a transform that needs half of the products
//   jpeg_idct_vector      for a CPU: one work-item per row of blocks; a vector has the rows of two
//                         blocks
//   jpeg_colour           one work-item per pixel
//   jpeg_colour_rows      for a CPU: one work-item per row of pixels
//
// The inverse DCTs have the component in dimension 1; jpeg_component.h describes it.  All kernels
// work on a band: `rows` rows of MCUs from row `first_row` on; for colour, the rows of pixels from
// `first_y` on.
//
// The host sets:
//
//   LEVEL     of a block whose coefficients are 0: 128 (the accuracy test has others)
//   COLOUR    what the components are: one of the numbers below
//   BLOCKS    blocks per work-group of separable and fast

#if !defined(LEVEL) || !defined(COLOUR) || !defined(BLOCKS)
#error "the host must build this file with -DLEVEL= -DCOLOUR= -DBLOCKS="
#endif

#define GREY  0
#define YCBCR 1
#define RGB   2
#define CMYK  3
#define YCCK  4

#include "jpeg_component.h"
#include "jpeg_idct.h"
#include "stream.h"

// COSINES[u][x] = C(u) / 2 * cos((2 x + 1) u pi / 16); C(0) = sqrt(1 / 2), else 1.
constant float COSINES[8][8] = {
    { 0.353553391f, 0.353553391f, 0.353553391f, 0.353553391f, 0.353553391f, 0.353553391f,
      0.353553391f, 0.353553391f },
    { 0.490392640f, 0.415734806f, 0.277785117f, 0.097545161f, -0.097545161f, -0.277785117f,
      -0.415734806f, -0.490392640f },
    { 0.461939766f, 0.191341716f, -0.191341716f, -0.461939766f, -0.461939766f, -0.191341716f,
      0.191341716f, 0.461939766f },
    { 0.415734806f, -0.097545161f, -0.490392640f, -0.277785117f, 0.277785117f, 0.490392640f,
      0.097545161f, -0.415734806f },
    { 0.353553391f, -0.353553391f, -0.353553391f, 0.353553391f, 0.353553391f, -0.353553391f,
      -0.353553391f, 0.353553391f },
    { 0.277785117f, -0.490392640f, 0.097545161f, 0.415734806f, -0.415734806f, -0.097545161f,
      0.490392640f, -0.277785117f },
    { 0.191341716f, -0.461939766f, 0.461939766f, -0.191341716f, -0.191341716f, 0.461939766f,
      -0.461939766f, 0.191341716f },
    { 0.097545161f, -0.277785117f, 0.415734806f, -0.490392640f, 0.490392640f, -0.415734806f,
      0.277785117f, -0.097545161f },
};

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

// The elements of the first halves of a's and b's halves in turn; of the second ones.
#define RIFFLE_FIRST(a, b)                                                                  \
    (int16)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3, (a).s8, (b).s8, \
            (a).s9, (b).s9, (a).sa, (b).sa, (a).sb, (b).sb)
#define RIFFLE_SECOND(a, b)                                                                 \
    (int16)((a).s4, (b).s4, (a).s5, (b).s5, (a).s6, (b).s6, (a).s7, (b).s7, (a).sc, (b).sc, \
            (a).sd, (b).sd, (a).se, (b).se, (a).sf, (b).sf)

// Transposes two squares of 8 x 8 that lie beside each other.  After three riffles, rows have
// become columns.
void transpose_squares(int16 v[8])
{
#pragma unroll
    for (int round = 0; round < 3; round++) {
        int16 riffled[8];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            riffled[2 * i] = RIFFLE_FIRST(v[i], v[i + 4]);
            riffled[2 * i + 1] = RIFFLE_SECOND(v[i], v[i + 4]);
        }
#pragma unroll
        for (int i = 0; i < 8; i++)
            v[i] = riffled[i];
    }
}

// Oclgrind 21.10 gives a wrong result when the bounds are scalars.
#define TO_RANGE(vector) clamp(vector, (int16)(0), (int16)(255))

// Four numbers of 0 to 255 as the bytes of one.
#define PACK(a, b, c, d) ((a) | (b) << 8 | (c) << 16 | (d) << 24)

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
            STORE_PAIR(0, 0, 8), STORE_PAIR(1, 1, 9), STORE_PAIR(2, 2, a), STORE_PAIR(3, 3, b);
            STORE_PAIR(4, 4, c), STORE_PAIR(5, 5, d), STORE_PAIR(6, 6, e), STORE_PAIR(7, 7, f);
        } else {
            STORE_ONE(0, 0), STORE_ONE(1, 1), STORE_ONE(2, 2), STORE_ONE(3, 3);
            STORE_ONE(4, 4), STORE_ONE(5, 5), STORE_ONE(6, 6), STORE_ONE(7, 7);
        }
    }
}

// Colour, before it is rounded down and clamped to 0 to 255.  The constants are multiples of
// 2^-16, as in libjpeg; so their products and the sums below 256 are exact in a float.
#define RED(y, cr)       ((y) + 0.5f + (cr) * (91881 / 65536.0f))
#define GREEN(y, cb, cr) ((y) + 0.5f - (cb) * (22554 / 65536.0f) - (cr) * (46802 / 65536.0f))
#define BLUE(y, cb)      ((y) + 0.5f + (cb) * (116130 / 65536.0f))

// The pixel of one sample of each component.  inverted: of CMYK and YCCK, 255 is no ink.
uint pixel_of(float s0, float s1, float s2, float s3, uint inverted)
{
    int r = (int)s0, g = r, b = r;
#if COLOUR == YCBCR || COLOUR == YCCK
    r = clamp((int)RED(s0, s2 - 128.0f), 0, 255);
    g = clamp((int)GREEN(s0, s1 - 128.0f, s2 - 128.0f), 0, 255);
    b = clamp((int)BLUE(s0, s1 - 128.0f), 0, 255);
#elif COLOUR == RGB || COLOUR == CMYK
    g = (int)s1;
    b = (int)s2;
#endif
#if COLOUR == YCCK    // what was coded as R, G, B is 255 - C, 255 - M, 255 - Y
    r = 255 - r, g = 255 - g, b = 255 - b;
#endif
#if COLOUR == YCCK || COLOUR == CMYK
    const int k = inverted ? (int)s3 : 255 - (int)s3;
    if (!inverted) r = 255 - r, g = 255 - g, b = 255 - b;
    r = (r * k + 127) / 255, g = (g * k + 127) / 255, b = (b * k + 127) / 255;
#endif
    return as_uint(PACK(r, g, b, 255));
}

// The row of a component's samples from which row y of the picture is made.
global const uchar *row_of(global const uchar *samples, constant component *c, size_t y, uint v_max)
{
    return samples + 64 * (size_t)c->first_block + y * c->v / v_max * 8 * c->blocks_x;
}

// Upsampling: a pixel takes the sample at its place, scaled by h / h_max and v / v_max, rounded
// down.
uint pixel_at(global const uchar *samples, constant component *c, uint2 place, uint2 most,
              uint inverted)
{
#define SAMPLE_OF(i) row_of(samples, c + i, place.y, most.y)[(size_t)place.x * c[i].h / most.x]
    const float s0 = SAMPLE_OF(0);
#if COLOUR == GREY
    return pixel_of(s0, 0.0f, 0.0f, 0.0f, inverted);
#elif COLOUR == YCBCR || COLOUR == RGB
    return pixel_of(s0, SAMPLE_OF(1), SAMPLE_OF(2), 0.0f, inverted);
#else
    return pixel_of(s0, SAMPLE_OF(1), SAMPLE_OF(2), SAMPLE_OF(3), inverted);
#endif
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
