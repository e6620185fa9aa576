// SPDX-License-Identifier: MIT
//
// convolution_ladder's register_block with two columns per work-item.
//: skeleton
//: // The second column is missing.
//: end
//
//     build/bin/convolution_ladder -V register_block
//                           -k build/exercises/convolution_ladder_two_columns.cl
//
// The columns of a work-item are ACROSS apart, so that neighbours still have neighbouring columns.
//: solution
// Each number of the filter now serves 2 EACH products.
//: end
// The NDRange is that of one column per work-item: the work-groups of its second half are beside
// the picture and return at once.

#if !defined(WIDTH) || !defined(ACROSS) || !defined(DOWN) || !defined(EACH)
#error "the host must build this file with -D for each of the names above"
#endif

#define TILE_ROWS    (DOWN * EACH + WIDTH - 1)
#define TILE_COLUMNS (2 * ACROSS + WIDTH - 1)

kernel __attribute__((reqd_work_group_size(ACROSS, DOWN, 1))) void
convolution_ladder_register_block(global float *restrict out, global const float *restrict in,
                                  constant float *restrict filter, uint width, uint height,
                                  uint pitch, uint n)
{
    local float tile[TILE_ROWS][TILE_COLUMNS];
    const uint column = get_local_id(0), row = get_local_id(1);
    const size_t left = get_group_id(0) * 2 * ACROSS;
    const size_t top = (get_global_offset(1) + get_group_id(1) * DOWN) * EACH;
    if (left >= width) return;    // the whole work-group
    for (uint r = row; r < TILE_ROWS; r += DOWN)
        for (uint c = column; c < TILE_COLUMNS; c += ACROSS)
            tile[r][c] = in[(top + r) * pitch + left + c];
    barrier(CLK_LOCAL_MEM_FENCE);

    //: skeleton
    //: // Exercise 1 of convolution_ladder: this loop makes the sums of the first column, sum[0].  Let
    //: // it make those of the second one, too, with one load of each number of the filter for both.
    //: float sum[2][EACH] = { { 0.0f } };
    //: for (uint c = 0; c < WIDTH; c++) {
    //:     float pixel[EACH + WIDTH - 1];
    //: #pragma unroll
    //:     for (uint i = 0; i < EACH + WIDTH - 1; i++)
    //:         pixel[i] = tile[row * EACH + i][column + c];
    //: #pragma unroll
    //:     for (uint r = 0; r < WIDTH; r++) {
    //:         const float tap = filter[r * WIDTH + c];
    //: #pragma unroll
    //:         for (uint e = 0; e < EACH; e++)
    //:             sum[0][e] += tap * pixel[r + e];
    //:     }
    //: }
    //: solution
    float sum[2][EACH] = { { 0.0f } };
    for (uint c = 0; c < WIDTH; c++) {
        float pixel[2][EACH + WIDTH - 1];
#pragma unroll
        for (uint i = 0; i < EACH + WIDTH - 1; i++) {
            pixel[0][i] = tile[row * EACH + i][column + c];
            pixel[1][i] = tile[row * EACH + i][column + ACROSS + c];
        }
#pragma unroll
        for (uint r = 0; r < WIDTH; r++) {
            const float tap = filter[r * WIDTH + c];
#pragma unroll
            for (uint e = 0; e < EACH; e++) {
                sum[0][e] += tap * pixel[0][r + e];
                sum[1][e] += tap * pixel[1][r + e];
            }
        }
    }
    //: end
    for (uint k = 0; k < 2; k++)
        for (uint e = 0; e < EACH; e++) {
            const size_t x = left + k * ACROSS + column, y = top + row * EACH + e;
            if (x < width && y < height) out[y * width + x] = sum[k][e];
        }
}
