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
// Nine rungs, and each changes one thing in an earlier one.  What comes after register_block is in
// convolution_ladder_rows.cl; convolution_ladder_cpu.cl has two rungs for a CPU.  The host sets:
//
//   WIDTH      n, for the kernels from fixed_width on
//   TILE       local_tile: rows and columns of a work-group
//   ACROSS     register_block: work-items across a work-group; each has one column
//   DOWN       register_block: work-items down a work-group
//   EACH       register_block: pixels per work-item, one below the other

#if !defined(WIDTH) || !defined(TILE) || !defined(ACROSS) || !defined(DOWN) || !defined(EACH)
#error "the host must build this file with -D for each of the names above"
#endif

// --- plain: one pixel per work-item.

kernel void convolution_ladder_plain(global float *restrict out, global const float *restrict in,
                                     constant float *restrict filter, uint width, uint height,
                                     uint pitch, uint n)
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

kernel void convolution_ladder_unroll4(global float *restrict out, global const float *restrict in,
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

kernel void convolution_ladder_unroll_branches(global float *restrict out,
                                               global const float *restrict in,
                                               constant float *restrict filter, uint width,
                                               uint height, uint pitch, uint n)
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

// --- four_sums: as unroll4, but four sums.  A product need not wait for the sum before it.
//
//     one sum     + + + + + + + +      8 additions, each waits for the one before
//     four sums   + +                  2 additions, and 4 chains side by side
//                  + +
//                   + +
//                    + +

kernel void convolution_ladder_four_sums(global float *restrict out,
                                         global const float *restrict in,
                                         constant float *restrict filter, uint width, uint height,
                                         uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum0 = 0.0f, sum1 = 0.0f, sum2 = 0.0f, sum3 = 0.0f;
    for (uint r = 0; r < n; r++) {
        constant float *f = filter + r * n;
        global const float *from = in + (y + r) * pitch + x;
        uint c = 0;
        for (; c + 4 <= n; c += 4) {
            sum0 += f[c] * from[c];
            sum1 += f[c + 1] * from[c + 1];
            sum2 += f[c + 2] * from[c + 2];
            sum3 += f[c + 3] * from[c + 3];
        }
        for (; c < n; c++)
            sum0 += f[c] * from[c];
    }
    out[y * width + x] = sum0 + sum1 + (sum2 + sum3);
}

// --- float4: as four_sums, but the four products are one operation on vectors.
//
//     filter   [0 1 2 3] [4 5 6 7] 8 9 10
//     in       [0 1 2 3] [4 5 6 7] 8 9 10     one load of 16 bytes for [ ]
//     sum       x y z w   x y z w  x x x      four sums, added at the end

kernel void convolution_ladder_float4(global float *restrict out, global const float *restrict in,
                                      constant float *restrict filter, uint width, uint height,
                                      uint pitch, uint n)
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

kernel void convolution_ladder_fixed_width(global float *restrict out,
                                           global const float *restrict in,
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
convolution_ladder_local_tile(global float *restrict out, global const float *restrict in,
                              constant float *restrict filter, uint width, uint height, uint pitch,
                              uint n)
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
convolution_ladder_register_block(global float *restrict out, global const float *restrict in,
                                  constant float *restrict filter, uint width, uint height,
                                  uint pitch, uint n)
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

// --- separable: for a filter of rank 1, that is, filter[r][c] = down[r] * across[c].  Two kernels:
// each adds WIDTH products per pixel, where the kernels above add WIDTH x WIDTH.
//
//     in  -- across -->  between, height + WIDTH - 1 rows  -- down -->  out
//
// factors: down[0], down[1] ... across[0], across[1] ...

kernel void convolution_ladder_separable_rows(global float *restrict between,
                                              global const float *restrict in,
                                              constant float *restrict factors, uint width,
                                              uint height, uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height + WIDTH - 1) return;
    float sum = 0.0f;
#pragma unroll
    for (uint c = 0; c < WIDTH; c++)
        sum += factors[WIDTH + c] * in[y * pitch + x + c];
    between[y * width + x] = sum;
}

kernel void convolution_ladder_separable(global float *restrict out,
                                         global const float *restrict between,
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
