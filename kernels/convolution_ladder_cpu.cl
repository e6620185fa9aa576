// SPDX-License-Identifier: MIT
//
// The sums of convolution_ladder.cl by kernels for a CPU.  A work-item has many pixels and computes
// with vectors.  The host pads the picture as there, and sets:
//
//   WIDTH      n
//   LANES      floats per vector, 4, 8 or 16
//   STRIP      separable_strip: rows per work-item
//   SPREAD     separable_strip: vectors per row of a work-item, a multiple of 4
//   AHEAD      separable_strip: how many rows ahead it prefetches; 0: it does not
//   ROWS       vector_block: rows of two vectors per work-item

#if !defined(WIDTH) || !defined(LANES) || !defined(STRIP) || !defined(SPREAD) || \
    !defined(AHEAD) || !defined(ROWS)
#error "the host must build this file with -D for each of the names above"
#endif

#include "prefetch.h"
#include "stream.h"

#define JOIN(a, b)   a##b
#define NAME(a, b)   JOIN(a, b)
#define vector       NAME(float, LANES)
#define LOAD(from)   NAME(vload, LANES)(0, from)
#define STORE(v, to) NAME(vstore, LANES)(v, 0, to)

// Stores `count` vectors into a row of the picture, from column x on; not what is past its end.
void store(global float *row, const vector *v, int count, size_t x, uint width)
{
    const bool aligned = width % LANES == 0;    // then every row begins with a whole vector
    for (int k = 0; k < count; k++, x += LANES) {
        if (x + LANES <= width && aligned) {
            STREAM(v[k], (global vector *)(row + x));
        } else if (x + LANES <= width) {
            STORE(v[k], row + x);
        } else if (x < width) {
            float one[LANES];
            STORE(v[k], one);
            for (uint i = 0; x + i < width; i++)
                row[x + i] = one[i];
        }
    }
}

// --- vector_block: the sums of a work-item are ROWS x 2 vectors; no local memory.
//
//     in, one row        [LANES][LANES]        These two vectors are loaded once for each column c
//                          of the filter.  A row of `in` is a row of the filter for ROWS rows of
//     out, block         [ sum ][ sum ]        `out`: row r for the first, r - 1 for the second ...
//                        [ sum ][ sum ]        So two loads serve up to 2 ROWS operations on
//                        [ sum ][ sum ]        vectors.
//
// From row ROWS - 1 to row WIDTH - 1, a row of `in` is for all rows of `out`.  Those before and
// after are for fewer.  Few sums cannot keep a CPU busy: an operation waits for the one before on
// the same sum.  So rows i, i + WIDTH ... are used together: each row of `out` needs one of them.

kernel void convolution_ladder_vector_block(global float *restrict out,
                                            global const float *restrict in,
                                            constant float *restrict filter, uint width,
                                            uint height, uint pitch, uint n)
{
    const size_t left = get_global_id(0) * 2 * LANES, top = get_global_id(1) * ROWS;
    if (left >= width || top >= height) return;
    vector sum[ROWS][2];
#pragma unroll
    for (int j = 0; j < ROWS; j++)
        sum[j][0] = sum[j][1] = 0.0f;
#pragma unroll
    for (int j = 0; j < ROWS; j++) {    // for the block below
        PREFETCH(in + (top + WIDTH - 1 + ROWS + j) * pitch + left);
        PREFETCH(in + (top + WIDTH - 1 + ROWS + j) * pitch + left + LANES);
    }
    for (int i = ROWS - 1; i < WIDTH; i++)
        for (int c = 0; c < WIDTH; c++) {
            global const float *from = in + (top + i) * pitch + left + c;
            const vector a = LOAD(from), b = LOAD(from + LANES);
#pragma unroll
            for (int j = 0; j < ROWS; j++) {
                const float tap = filter[(i - j) * WIDTH + c];
                sum[j][0] = fma(a, (vector)tap, sum[j][0]);
                sum[j][1] = fma(b, (vector)tap, sum[j][1]);
            }
        }
#pragma unroll
    for (int first = 0; first < (WIDTH < ROWS ? WIDTH : ROWS - 1); first++)
#pragma unroll 1
        for (int c = 0; c < WIDTH; c++)
#pragma unroll
            for (int i = first; i < ROWS + WIDTH - 1; i += WIDTH) {
                global const float *from = in + (top + i) * pitch + left + c;
                const vector a = LOAD(from), b = LOAD(from + LANES);
#pragma unroll
                for (int j = 0; j < ROWS; j++) {
                    if (i - j < 0 || i - j >= WIDTH) continue;
                    const float tap = filter[(i - j) * WIDTH + c];
                    sum[j][0] = fma(a, (vector)tap, sum[j][0]);
                    sum[j][1] = fma(b, (vector)tap, sum[j][1]);
                }
            }
#pragma unroll
    for (int j = 0; j < ROWS; j++)
        if (top + j < height) store(out + (top + j) * width, sum[j], 2, left, width);
}

// --- separable_strip: as separable in convolution_ladder.cl, but one work-item does both.  Only
// four rows are in between.
//
//     in                       between, four rows        out
//     +--------------+
//     | # # # # # #  |  down   # # # # # # # #  across
//     | # # # # # #  | ----->  # # # # # # # #  ------->  o o o o o o     then the next four, and
//     | # # # # # #  |         # # # # # # # #            o o o o o o     so on: STRIP rows
//     +--------------+         # # # # # # # #            o o o o o o
//                                                         o o o o o o
//
// Down, four rows at a time: a vector of `in` is loaded once for the four.  Across, four vectors at
// a time: each needs WIDTH vectors of `between`, which begin one float after the other.  Where the
// compiler can take such a vector out of two others, only every fourth one is loaded: most of them
// lie in two cache lines, and such a load takes twice as long.  (Few vectors of 4 floats do.)

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#if LANES == 16
#define NEXT(a, b) \
    __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
#elif LANES == 8
#define NEXT(a, b) __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8)
#endif
#endif
#endif
#ifdef NEXT
#define LOADED 4    // every fourth
#else
#define LOADED     1      // every one
#define NEXT(a, b) (a)    // not used
#endif

// Vectors of a row in between.  The last ones are loaded and not used.
#define BETWEEN (SPREAD + 2 + (WIDTH - 1) / LANES)

void filter_down(vector between[4][BETWEEN], global const float *from, uint pitch,
                 constant float *down)
{
    for (int k = 0; k < SPREAD + (WIDTH + LANES - 2) / LANES; k += 2, from += 2 * LANES) {
        vector sum[4][2];
#pragma unroll
        for (int j = 0; j < 4; j++) {
            PREFETCH(from + (WIDTH - 1 + AHEAD + j) * (size_t)pitch);
            PREFETCH(from + (WIDTH - 1 + AHEAD + j) * (size_t)pitch + LANES);
            sum[j][0] = sum[j][1] = 0.0f;
        }
#pragma unroll
        for (int i = 0; i < WIDTH + 3; i++) {
            const vector a = LOAD(from + i * (size_t)pitch);
            const vector b = LOAD(from + i * (size_t)pitch + LANES);
#pragma unroll
            for (int j = 0; j < 4; j++) {
                if (i - j < 0 || i - j >= WIDTH) continue;
                sum[j][0] = fma(a, (vector)down[i - j], sum[j][0]);
                sum[j][1] = fma(b, (vector)down[i - j], sum[j][1]);
            }
        }
#pragma unroll
        for (int j = 0; j < 4; j++) {
            between[j][k] = sum[j][0];
            between[j][k + 1] = sum[j][1];
        }
    }
}

void filter_across(global float *row, const float *between, constant float *across, size_t x,
                   uint width)
{
    vector sum[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
#pragma unroll
    for (int first = 0; first < WIDTH; first += LOADED) {
        vector at[5];
#pragma unroll
        for (int v = 0; v < 5; v++)
            at[v] = LOAD(between + first + v * LANES);
#pragma unroll
        for (int c = 0; c < LOADED; c++) {
            if (first + c >= WIDTH) continue;
#pragma unroll
            for (int v = 0; v < 4; v++) {
                sum[v] = fma(at[v], (vector)across[first + c], sum[v]);
                at[v] = NEXT(at[v], at[v + 1]);
            }
            at[4] = NEXT(at[4], at[4]);
        }
    }
    store(row, sum, 4, x, width);
}

kernel void convolution_ladder_separable_strip(global float *restrict out,
                                               global const float *restrict in,
                                               constant float *restrict factors, uint width,
                                               uint height, uint pitch, uint n)
{
    const size_t left = get_global_id(0) * SPREAD * LANES, top = get_global_id(1) * STRIP;
    if (left >= width) return;
    vector between[4][BETWEEN];
    const size_t end = min(top + STRIP, (size_t)height);
    for (size_t y = top; y < end; y += 4) {
        filter_down(between, in + y * pitch + left, pitch, factors);
        for (size_t j = 0; j < min(end - y, (size_t)4); j++)
            for (size_t k = 0; k < SPREAD; k += 4)
                filter_across(out + (y + j) * width, (const float *)(between[j] + k),
                              factors + WIDTH, left + k * LANES, width);
    }
}
