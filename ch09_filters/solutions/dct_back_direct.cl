// SPDX-License-Identifier: MIT
//
// Exercise 3 of dct: the way back without local memory.
//
// dct - the cosine transform of blocks of 8 x 8 numbers, and back.
//
// A block lies in 64 numbers, row after row, and one block behind the other.  Row u of `cosines` is
// the cosine of frequency u at x = 0 ... 7.  A work-group of 8 x 8 work-items has one block.

// Work-item (u, v) computes one coefficient: the sum over all 64 samples.
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
dct_direct(global float *restrict out, global const float *restrict in, constant float *cosines)
{
    size_t block = 64 * get_group_id(0), u = get_local_id(0), v = get_local_id(1);
    float sum = 0.0f;
    for (size_t y = 0; y < 8; y++)
        for (size_t x = 0; x < 8; x++)
            sum += in[block + 8 * y + x] * cosines[8 * u + x] * cosines[8 * v + y];
    out[block + 8 * v + u] = sum;
}

// In two steps, first along the rows, then along the columns:
//
//     samples        rows           coefficients
//     ------- y  ->  ------- y          | u
//                                   ->  |
//     8 products     for each u         |    8 products
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
dct_separable(global float *restrict out, global const float *restrict in, constant float *cosines)
{
    local float rows[8][8];
    size_t block = 64 * get_group_id(0), u = get_local_id(0), v = get_local_id(1);

    float sum = 0.0f;
    for (size_t x = 0; x < 8; x++)
        sum += in[block + 8 * v + x] * cosines[8 * u + x];
    rows[v][u] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);    // all rows are complete

    sum = 0.0f;
    for (size_t y = 0; y < 8; y++)
        sum += rows[y][u] * cosines[8 * v + y];
    out[block + 8 * v + u] = sum;
}

// And back: work-item (x, y) computes one sample, the sum over all 64 coefficients.
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
dct_back(global float *restrict out, global const float *restrict in, constant float *cosines)
{
    size_t block = 64 * get_group_id(0), x = get_local_id(0), y = get_local_id(1);
    float sum = 0.0f;
    //: skeleton
    //: // Here: two loops, over v and u, as in dct_direct.
    //: solution
    for (size_t v = 0; v < 8; v++)
        for (size_t u = 0; u < 8; u++)
            sum += in[block + 8 * v + u] * cosines[8 * u + x] * cosines[8 * v + y];
    //: end
    out[block + 8 * y + x] = sum;
}
