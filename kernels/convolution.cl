// SPDX-License-Identifier: MIT
//
// Each pixel of `out` is the sum of n x n pixels of `in`, each times a number of the filter:
//
//     out[y][x] = sum over r and c below n of filter[r][c] * in[y + r][x + c]
//
//       in, padded by the host            filter        out
//     +-----------------------+           n x n        width x height
//     | pad +-----------+ pad |          +-----+      +-----------+
//     |     | [#####]   |     |          |#####|      |   o       |
//     |     | [#####]   |     |    x     |#####|  =   |           |
//     |     | [#####]   |     |          |#####|      |           |
//     |     +-----------+     |          +-----+      +-----------+
//     +-----------------------+
//
// A row of `in` has `pitch` floats.  The host pads `in` so far that every kernel may read the whole
// blocks of its work-items: no kernel asks where the border is.  The NDRange may be larger than the
// picture: what lies past its edges is computed and not stored.
//
// Ten kernels, and each changes one thing in an earlier one.  The host sets:
//
//   WIDTH      n, for the kernels from fixed_width on
//   TILE       local_tile: rows and columns of a work-group
//   ACROSS     register_block: work-items across a work-group; each has one column
//   DOWN       register_block: work-items down a work-group
//   EACH       register_block: pixels per work-item, one below the other
//   LANES      separable_strip, vector_block: floats per vector, 4, 8 or 16
//   STRIP      separable_strip: rows per work-item
//   SPREAD     separable_strip: vectors per row of a work-item, a multiple of 4
//   AHEAD      separable_strip: how many rows ahead it prefetches; 0: it does not
//   ROWS       vector_block: rows of two vectors per work-item

#if !defined(WIDTH) || !defined(TILE) || !defined(ACROSS) || !defined(DOWN) || !defined(EACH) || \
    !defined(LANES) || !defined(STRIP) || !defined(SPREAD) || !defined(AHEAD) || !defined(ROWS)
#error "the host must build this file with -D for each of the names above"
#endif

#include "prefetch.h"
#include "stream.h"

// --- plain: one pixel per work-item.

kernel void convolution_plain(global float *restrict out, global const float *restrict in,
                              constant float *restrict filter, uint width, uint height, uint pitch,
                              uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < n; r++)
        for (uint c = 0; c < n; c++)
            sum += filter[r * n + c] * in[(y + r) * pitch + x + c];
    out[y * width + x] = sum;
}

// --- unroll4: four products per trip of the inner loop, and a second loop for the rest of a row.
//
//     a row of the filter, n = 11   | 0 1 2 3 | 4 5 6 7 | 8 | 9 | 10 |    5 tests, not 11

kernel void convolution_unroll4(global float *restrict out, global const float *restrict in,
                                constant float *restrict filter, uint width, uint height,
                                uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < n; r++) {
        constant float *f = filter + r * n;
        global const float *from = in + (y + r) * pitch + x;
        uint c = 0;
        for (; c + 4 <= n; c += 4) {
            sum += f[c] * from[c];
            sum += f[c + 1] * from[c + 1];
            sum += f[c + 2] * from[c + 2];
            sum += f[c + 3] * from[c + 3];
        }
        for (; c < n; c++)
            sum += f[c] * from[c];
    }
    out[y * width + x] = sum;
}

// --- unroll_branches: as unroll4, but branches for the rest: at most three products.
//
//     n = 11   | 0 1 2 3 | 4 5 6 7 | 8 9 10 |    4 tests

kernel void convolution_unroll_branches(global float *restrict out, global const float *restrict in,
                                        constant float *restrict filter, uint width, uint height,
                                        uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < n; r++) {
        constant float *f = filter + r * n;
        global const float *from = in + (y + r) * pitch + x;
        uint c = 0;
        for (; c + 4 <= n; c += 4) {
            sum += f[c] * from[c];
            sum += f[c + 1] * from[c + 1];
            sum += f[c + 2] * from[c + 2];
            sum += f[c + 3] * from[c + 3];
        }
        const uint left = n - c;
        if (left == 1) {
            sum += f[c] * from[c];
        } else if (left == 2) {
            sum += f[c] * from[c];
            sum += f[c + 1] * from[c + 1];
        } else if (left == 3) {
            sum += f[c] * from[c];
            sum += f[c + 1] * from[c + 1];
            sum += f[c + 2] * from[c + 2];
        }
    }
    out[y * width + x] = sum;
}

// --- float4: as unroll4, but the four products are one operation on vectors.
//
//     filter   [0 1 2 3] [4 5 6 7] 8 9 10
//     in       [0 1 2 3] [4 5 6 7] 8 9 10     one load of 16 bytes for [ ]
//     sum       x y z w   x y z w  x x x      four sums, added at the end

kernel void convolution_float4(global float *restrict out, global const float *restrict in,
                               constant float *restrict filter, uint width, uint height, uint pitch,
                               uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float4 sum = 0.0f;
    for (uint r = 0; r < n; r++) {
        constant float *f = filter + r * n;
        global const float *from = in + (y + r) * pitch + x;
        uint c = 0;
        for (; c + 4 <= n; c += 4)
            sum += vload4(0, f + c) * vload4(0, from + c);
        for (; c < n; c++)
            sum.x += f[c] * from[c];
    }
    out[y * width + x] = dot(sum, (float4)1.0f);    // x + y + z + w
}

// --- fixed_width: as plain, but the width is known when the program is built.  The compiler
// unrolls the inner loop itself, and computes addresses with constants.

kernel void convolution_fixed_width(global float *restrict out, global const float *restrict in,
                                    constant float *restrict filter, uint width, uint height,
                                    uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < WIDTH; r++)
#pragma unroll
        for (uint c = 0; c < WIDTH; c++)
            sum += filter[r * WIDTH + c] * in[(y + r) * pitch + x + c];
    out[y * width + x] = sum;
}

// --- local_tile: as fixed_width, but a work-group first copies all the pixels that it needs.
//
//     in      +---------------------+   TILE + WIDTH - 1 columns and rows
//             | tile                |
//             |   +-------------+   |   Each pixel of the tile comes from global memory once.
//             |   | work-items  |   |   It is read up to WIDTH x WIDTH times, from local memory.
//             |   +-------------+   |
//             +---------------------+

#define SPAN (TILE + WIDTH - 1)

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
convolution_local_tile(global float *restrict out, global const float *restrict in,
                       constant float *restrict filter, uint width, uint height, uint pitch, uint n)
{
    local float tile[SPAN][SPAN];
    const uint column = get_local_id(0), row = get_local_id(1);
    const size_t x = get_global_id(0), y = get_global_id(1);
    global const float *corner = in + (y - row) * pitch + x - column;
    for (uint r = row; r < SPAN; r += TILE)
        for (uint c = column; c < SPAN; c += TILE)
            tile[r][c] = corner[r * (size_t)pitch + c];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (uint r = 0; r < WIDTH; r++)
#pragma unroll
        for (uint c = 0; c < WIDTH; c++)
            sum += filter[r * WIDTH + c] * tile[row + r][column + c];
    if (x < width && y < height) out[y * width + x] = sum;
}

// --- separable: for a filter of rank 1, that is, filter[r][c] = down[r] * across[c].  Two kernels:
// each adds WIDTH products per pixel, where the kernels above add WIDTH x WIDTH.
//
//     in  -- across -->  between, height + WIDTH - 1 rows  -- down -->  out
//
// factors: down[0], down[1] ... across[0], across[1] ...

kernel void convolution_separable_rows(global float *restrict between,
                                       global const float *restrict in,
                                       constant float *restrict factors, uint width, uint height,
                                       uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height + WIDTH - 1) return;
    float sum = 0.0f;
#pragma unroll
    for (uint c = 0; c < WIDTH; c++)
        sum += factors[WIDTH + c] * in[y * pitch + x + c];
    between[y * width + x] = sum;
}

kernel void convolution_separable(global float *restrict out, global const float *restrict between,
                                  constant float *restrict factors, uint width, uint height,
                                  uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
#pragma unroll
    for (uint r = 0; r < WIDTH; r++)
        sum += factors[r] * between[(y + r) * width + x];
    out[y * width + x] = sum;
}

// --- Vectors, for the kernels of a CPU

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

// --- separable_strip: as separable, but one work-item does both. Only four rows are in between.
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

kernel void convolution_separable_strip(global float *restrict out, global const float *restrict in,
                                        constant float *restrict factors, uint width, uint height,
                                        uint pitch, uint n)
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

// --- register_block: as local_tile, but EACH pixels per work-item, one below the other.
//
//     tile, one column         EACH 4, WIDTH 3: the work-item copies 6 pixels of a column of the
//          0                   tile into registers, and adds 12 products.  Then it goes on with the
//          1  \                next column.
//          2  |  sum[0] += filter[0..2] * (0, 1, 2)
//          3  |  sum[1] += filter[0..2] * (1, 2, 3)
//          4  |  sum[2] += filter[0..2] * (2, 3, 4)
//          5  /  sum[3] += filter[0..2] * (3, 4, 5)
//
// Neighbours have neighbouring columns: their loads from local memory meet no bank conflicts.

#define TILE_ROWS    (DOWN * EACH + WIDTH - 1)
#define TILE_COLUMNS (ACROSS + WIDTH - 1)

kernel __attribute__((reqd_work_group_size(ACROSS, DOWN, 1))) void
convolution_register_block(global float *restrict out, global const float *restrict in,
                           constant float *restrict filter, uint width, uint height, uint pitch,
                           uint n)
{
    local float tile[TILE_ROWS][TILE_COLUMNS];
    const uint column = get_local_id(0), row = get_local_id(1);
    const size_t left = get_group_id(0) * ACROSS;
    const size_t top = (get_global_offset(1) + get_group_id(1) * DOWN) * EACH;
    for (uint r = row; r < TILE_ROWS; r += DOWN)
        for (uint c = column; c < TILE_COLUMNS; c += ACROSS)
            tile[r][c] = in[(top + r) * pitch + left + c];
    barrier(CLK_LOCAL_MEM_FENCE);

    float sum[EACH] = { 0.0f };
    for (uint c = 0; c < WIDTH; c++) {
        float pixel[EACH + WIDTH - 1];
#pragma unroll
        for (uint i = 0; i < EACH + WIDTH - 1; i++)
            pixel[i] = tile[row * EACH + i][column + c];
#pragma unroll
        for (uint r = 0; r < WIDTH; r++) {
            const float tap = filter[r * WIDTH + c];
#pragma unroll
            for (uint e = 0; e < EACH; e++)
                sum[e] += tap * pixel[r + e];
        }
    }
    for (uint e = 0; e < EACH; e++) {
        const size_t x = left + column, y = top + row * EACH + e;
        if (x < width && y < height) out[y * width + x] = sum[e];
    }
}

// --- vector_block: for a CPU.  The sums of a work-item are ROWS x 2 vectors; no local memory.
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

kernel void convolution_vector_block(global float *restrict out, global const float *restrict in,
                                     constant float *restrict filter, uint width, uint height,
                                     uint pitch, uint n)
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
