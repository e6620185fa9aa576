// SPDX-License-Identifier: MIT
//
// The last step for a GPU, as in convolution_ladder.cl: row_block.  As register_block, but a
// work-item has EACH pixels side by side, and loads them as vectors.
//
//     tile, one row                      EACH 4, WIDTH 3: two vectors have the 6 pixels
//     0 1 2 3 | 4 5 . .
//     \---/                              sum[0] += filter[0..2] * (0, 1, 2)
//       \---/                            sum[1] += filter[0..2] * (1, 2, 3)
//         \-----/                        sum[2] += filter[0..2] * (2, 3, 4)
//           \-----/                      sum[3] += filter[0..2] * (3, 4, 5)
//
// It does this for two rows, DOWN apart: a number of the filter that is loaded serves both.
//
// The host sets:
//
//   WIDTH      n
//   ACROSS     work-items across a work-group
//   DOWN       work-items down a work-group
//   EACH       pixels side by side per work-item, a multiple of 4
//   BY_VALUE   1: the numbers of the filter are an argument themselves; 0: a buffer

#if !defined(WIDTH) || !defined(ACROSS) || !defined(DOWN) || !defined(EACH) || !defined(BY_VALUE)
#error "the host must build this file with -D for each of the names above"
#endif

// The arguments of a kernel lie in constant memory, also on a GPU whose `constant` buffers are
// global memory.  There a multiply-add takes the number from a register that all work-items share.
#if BY_VALUE
typedef struct {
    float tap[WIDTH * WIDTH];
} numbers;
#define FILTER    numbers filter
#define TAP(r, c) filter.tap[(r)*WIDTH + (c)]
#else
#define FILTER    constant float *restrict filter
#define TAP(r, c) filter[(r)*WIDTH + (c)]
#endif

#define LINES        2
#define TILE_ROWS    (LINES * DOWN + WIDTH - 1)
#define TILE_VECTORS ((ACROSS * EACH + WIDTH - 1 + 3) / 4)    // of a row
#define OWN_VECTORS  ((EACH + WIDTH - 1 + 3) / 4)             // of a row, for a work-item

// Neighbours begin EACH floats apart, and would meet in the same memory banks.  So each work-item's
// vectors are followed by a gap of one.
#define PLACE(v) ((v) + (v) / (EACH / 4))

kernel __attribute__((reqd_work_group_size(ACROSS, DOWN, 1))) void
convolution_ladder_row_block(global float *restrict out, global const float *restrict in, FILTER,
                             uint width, uint height, uint pitch, uint n)
{
    local float4 tile[TILE_ROWS][PLACE(TILE_VECTORS)];
    const uint column = get_local_id(0), row = get_local_id(1);
    const size_t left = get_group_id(0) * (ACROSS * EACH);
    const size_t top = (get_global_offset(1) + get_group_id(1) * DOWN) * LINES;
    global const float4 *from = (global const float4 *)(in + top * pitch + left);
    for (uint i = row * ACROSS + column; i < TILE_ROWS * TILE_VECTORS; i += ACROSS * DOWN) {
        const uint r = i / TILE_VECTORS, v = i - r * TILE_VECTORS;
        tile[r][PLACE(v)] = from[r * (pitch / 4) + v];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float sum[LINES][EACH] = { { 0.0f } };
#pragma unroll 2
    for (uint r = 0; r < WIDTH; r++)
#pragma unroll
        for (uint k = 0; k < LINES; k++) {
            float pixel[4 * OWN_VECTORS];
#pragma unroll
            for (uint v = 0; v < OWN_VECTORS; v++) {
                const float4 four = tile[row + k * DOWN + r][PLACE(column * (EACH / 4) + v)];
                pixel[4 * v] = four.x;
                pixel[4 * v + 1] = four.y;
                pixel[4 * v + 2] = four.z;
                pixel[4 * v + 3] = four.w;
            }
#pragma unroll
            for (uint c = 0; c < WIDTH; c++) {
                const float tap = TAP(r, c);
#pragma unroll
                for (uint e = 0; e < EACH; e++)
                    sum[k][e] += tap * pixel[c + e];
            }
        }

#pragma unroll
    for (uint k = 0; k < LINES; k++) {
        const size_t x = left + column * EACH, y = top + row + k * DOWN;
        if (y >= height) continue;
        if (width % 4 == 0 && x + EACH <= width) {
            global float4 *to = (global float4 *)(out + y * width + x);
#pragma unroll
            for (uint v = 0; v < EACH / 4; v++)
                to[v] = (float4)(sum[k][4 * v], sum[k][4 * v + 1], sum[k][4 * v + 2],
                                 sum[k][4 * v + 3]);
        } else {
#pragma unroll
            for (uint e = 0; e < EACH; e++)
                if (x + e < width) out[y * width + x + e] = sum[k][e];
        }
    }
}
