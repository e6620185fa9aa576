// SPDX-License-Identifier: MIT
//
// The sums of convolution_ladder.cl,
//
//     out[y][x] = sum over r and c below n of filter[r][c] * in[y + r][x + c]
//
// by way of a Fourier transform down the columns.  There the sum over r becomes one product per
// frequency k:
//
//     Out[k][x] = sum over c below n of Filter[k][c] * In[k][x + c]
//
// So a pixel needs a few times n products instead of n x n, and a share of two transforms, whose
// work hardly depends on n.
//
//     in                    spectrum                result                  out
//     +--------------+      +--------------+        +--------------+       +--------------+
//     | SIZE rows of | ---> | SIZE         | -----> | SIZE         | ----> | STEP rows of |
//     | a band       |      | frequencies  |        | frequencies  |       | the picture  |
//     +--------------+      +--------------+        +--------------+       +--------------+
//                    forward               product                  back
//
// A transform takes its rows as a ring: after the last one comes the first one again.  The first
// STEP = SIZE - n + 1 sums do not reach the end, and are right.  The others are not used.  So
// bands overlap: each begins STEP rows below the one before (this is called overlap-save).
//
// A transform takes complex numbers, and pixels are real.  So there are two bands in one: the upper
// band of a pair is the real part, the lower band the imaginary part.  The filter is real, so the
// parts stay apart.
//
// Arguments: `to`, `from`, a table of complex numbers, and shape: the width and the height of the
// picture, the floats in a row of `in` and in half a row of a spectrum (pitch), the first pair of
// this launch.  The host sets:
//
//   WIDTH     n
//   SIZE      rows of a transform, 64 or 256
//   LANES     columns of a vector: 1, 4, 8 or 16
//   BLOCK     vectors that a work-item of `product` makes; with single lanes a multiple of 4
//   AHEAD     how many vectors ahead `forward` prefetches; 0: it does not
//   UNROLL    how often loops over rows are unrolled.  A GPU wants SIZE: only then can the rows of
//             a transform be in registers.  A CPU has too few registers, and wants 1.

#if !defined(WIDTH) || !defined(SIZE) || !defined(LANES) || !defined(BLOCK) || !defined(AHEAD) || \
    !defined(UNROLL)
#error "the host must build this file with -D for each of the names above"
#endif

#include "prefetch.h"

#define STEP       (SIZE - WIDTH + 1)
#define WIDE       (LANES * BLOCK)    // columns per work-item of `product`
#define JOIN(a, b) a##b
#define NAME(a, b) JOIN(a, b)
#if LANES == 1
typedef float vector;
#define LOAD(from)   (*(from))
#define STORE(v, to) (*(to) = (v))
#else
typedef NAME(float, LANES) vector;
#define LOAD(from)   NAME(vload, LANES)(0, from)
#define STORE(v, to) NAME(vstore, LANES)(v, 0, to)
#endif

// --- Complex numbers, one per lane

typedef struct {
    vector re, im;
} complexes;

complexes sum_of(complexes a, complexes b)
{
    return (complexes){ a.re + b.re, a.im + b.im };
}

complexes difference(complexes a, complexes b)
{
    return (complexes){ a.re - b.re, a.im - b.im };
}

// a * i
complexes turned(complexes a)
{
    return (complexes){ -a.im, a.re };
}

// a * w
complexes times(complexes a, float2 w)
{
    return (complexes){ a.re * w.x - a.im * w.y, a.re * w.y + a.im * w.x };
}

float2 conjugate(float2 w)
{
    return (float2)(w.x, -w.y);
}

// One step of a transform: each block of `length` rows becomes four, of a quarter of the rows.
// With a length of 16, row 1 of a block:
//
//     rows 1, 5, 9, 13  ->  four sums  ->  times 1, w, w^2, w^3  ->  rows 1, 5, 9, 13
//
// w[k] is e^(-2 pi i k / SIZE).  After the steps for SIZE, SIZE / 4, ... 4, frequency k is in the
// row whose number has the digits of k, to base 4, in the opposite order.
void step_forward(complexes z[SIZE], constant float2 *w, int length)
{
    const int quarter = length / 4;
#pragma unroll UNROLL
    for (int block = 0; block < SIZE; block += length)
#pragma unroll UNROLL
        for (int j = 0; j < quarter; j++) {
            const int power = j * (SIZE / length);
            complexes *a = z + block + j, *b = a + quarter, *c = b + quarter, *d = c + quarter;
            const complexes s = sum_of(*a, *c), t = difference(*a, *c);
            const complexes u = sum_of(*b, *d), v = turned(difference(*b, *d));
            *a = sum_of(s, u);
            *b = difference(t, v);
            *c = difference(s, u);
            *d = sum_of(t, v);
            if (length == 4) continue;    // w[0] is 1
            *b = times(*b, w[power]);
            *c = times(*c, w[2 * power]);
            *d = times(*d, w[3 * power]);
        }
}

// Takes step_forward back, times 4.
void step_back(complexes z[SIZE], constant float2 *w, int length)
{
    const int quarter = length / 4;
#pragma unroll UNROLL
    for (int block = 0; block < SIZE; block += length)
#pragma unroll UNROLL
        for (int j = 0; j < quarter; j++) {
            const int power = j * (SIZE / length);
            complexes *a = z + block + j, *b = a + quarter, *c = b + quarter, *d = c + quarter;
            if (length > 4) {
                *b = times(*b, conjugate(w[power]));
                *c = times(*c, conjugate(w[2 * power]));
                *d = times(*d, conjugate(w[3 * power]));
            }
            const complexes s = sum_of(*a, *c), t = difference(*a, *c);
            const complexes u = sum_of(*b, *d), v = turned(difference(*b, *d));
            *a = sum_of(s, u);
            *b = sum_of(t, v);
            *c = difference(s, u);
            *d = difference(t, v);
        }
}

// --- The kernels

// A work-item works with whole vectors.  Without the hint Intel's compiler makes vectors of several
// work-items, and for wide filters this takes it minutes.
#define PER_VECTOR kernel __attribute__((vec_type_hint(vector))) void

// Row k of a spectrum has its real parts first.  Its imaginary parts begin `pitch` floats later.
size_t row_of(size_t pair, uint k, uint pitch)
{
    return (pair * SIZE + k) * 2 * pitch;
}

// Work-item (x, pair) transforms LANES columns of a pair of bands.  Rows below the last one that is
// needed are that one again: what they give is not stored in the end.
PER_VECTOR convolution_fft_forward(global float *restrict to, global const float *restrict from,
                                   constant float2 *restrict w, uint4 shape)
{
    const uint width = shape.x, height = shape.y, pitch = shape.z;
    const size_t x = get_global_id(0) * LANES, pair = get_global_id(1);
    if (x >= (width + WIDE - 1) / WIDE * WIDE + WIDTH - 1) return;
    const size_t top = (shape.w + pair) * 2 * STEP, last = height + WIDTH - 2;
    complexes z[SIZE];
#pragma unroll UNROLL
    for (uint j = 0; j < SIZE; j++) {
        global const float *upper = from + min(top + j, last) * pitch + x;
        global const float *lower = from + min(top + STEP + j, last) * pitch + x;
        PREFETCH(upper + AHEAD * LANES);
        PREFETCH(lower + AHEAD * LANES);
        z[j] = (complexes){ LOAD(upper), LOAD(lower) };
    }
    if (SIZE == 256) step_forward(z, w, 256);
    step_forward(z, w, 64);
    step_forward(z, w, 16);
    step_forward(z, w, 4);
#pragma unroll UNROLL
    for (uint k = 0; k < SIZE; k++) {
        STORE(z[k].re, to + row_of(pair, k, pitch) + x);
        STORE(z[k].im, to + row_of(pair, k, pitch) + pitch + x);
    }
}

// Work-item (x, row) makes BLOCK vectors of one row.  taps[k][c] is Filter[k][c] / SIZE, so that
// `back` need not divide.  On a CPU a vector may begin anywhere in the row.  A GPU first copies all
// that it needs to registers, by few loads of 16 bytes.

#if LANES == 1
#define AT(row, x) row[x]
#define REACH      ((WIDTH + BLOCK + 2) / 4 * 4)
#else
#define AT(row, x) LOAD(row + x)
#endif

PER_VECTOR convolution_fft_product(global float *restrict to, global const float *restrict from,
                                   global const float2 *restrict taps, uint4 shape)
{
    const uint width = shape.x, pitch = shape.z;
    const size_t x = get_global_id(0) * WIDE, row = get_global_id(1);
    if (x >= width) return;
    global const float *reals = from + row * 2 * pitch + x, *imaginaries = reals + pitch;
#if LANES == 1
    float re[REACH], im[REACH];
#pragma unroll
    for (int i = 0; i < REACH; i += 4) {
        vstore4(*(global const float4 *)(reals + i), 0, re + i);
        vstore4(*(global const float4 *)(imaginaries + i), 0, im + i);
    }
#else
    global const float *re = reals, *im = imaginaries;
#endif
    global const float2 *tap = taps + row % SIZE * WIDTH;
    complexes sum[BLOCK];
#pragma unroll
    for (int i = 0; i < BLOCK; i++)
        sum[i].re = sum[i].im = 0.0f;
#pragma unroll
    for (uint c = 0; c < WIDTH; c++)
#pragma unroll
        for (int i = 0; i < BLOCK; i++) {
            const vector a = AT(re, c + i * LANES), b = AT(im, c + i * LANES);
            sum[i].re = fma(a, (vector)tap[c].x, fma(b, (vector)-tap[c].y, sum[i].re));
            sum[i].im = fma(a, (vector)tap[c].y, fma(b, (vector)tap[c].x, sum[i].im));
        }
#pragma unroll
    for (int i = 0; i < BLOCK; i++) {
        STORE(sum[i].re, to + row * 2 * pitch + x + i * LANES);
        STORE(sum[i].im, to + (row * 2 + 1) * pitch + x + i * LANES);
    }
}

// Stores a vector into a row of the picture, but not what is past its end.
void store_pixels(global float *row, vector v, size_t x, uint width)
{
    if (x + LANES <= width) {
        STORE(v, row + x);
        return;
    }
    float one[LANES];
    STORE(v, one);
    for (uint i = 0; x + i < width; i++)
        row[x + i] = one[i];
}

// Work-item (x, pair) makes LANES columns of two bands of the picture.
PER_VECTOR convolution_fft_back(global float *restrict to, global const float *restrict from,
                                constant float2 *restrict w, uint4 shape)
{
    const uint width = shape.x, height = shape.y, pitch = shape.z;
    const size_t x = get_global_id(0) * LANES, pair = get_global_id(1);
    if (x >= width) return;
    complexes z[SIZE];
#pragma unroll UNROLL
    for (uint k = 0; k < SIZE; k++) {
        global const float *re = from + row_of(pair, k, pitch) + x;
        z[k] = (complexes){ LOAD(re), LOAD(re + pitch) };
    }
    step_back(z, w, 4);
    step_back(z, w, 16);
    step_back(z, w, 64);
    if (SIZE == 256) step_back(z, w, 256);
    const size_t top = (shape.w + pair) * 2 * STEP;
#pragma unroll UNROLL
    for (uint j = 0; j < STEP; j++) {
        if (top + j < height) store_pixels(to + (top + j) * width, z[j].re, x, width);
        if (top + STEP + j < height) store_pixels(to + (top + STEP + j) * width, z[j].im, x, width);
    }
}
