// SPDX-License-Identifier: MIT
//
// Exercise 2 of dct: the rows of dct_separable with half of the products.

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

kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
dct_separable(global float *restrict out, global const float *restrict in, constant float *cosines)
{
    local float rows[8][8];
    size_t block = 64 * get_group_id(0), u = get_local_id(0), v = get_local_id(1);

    float sum = 0.0f;
    for (size_t x = 0; x < 4; x++) {
        float left = in[block + 8 * v + x], right = in[block + 8 * v + 7 - x];
        //: skeleton
        //: // Here: the cosines of an odd frequency at x and at 7 - x have different signs.
        //: sum += (left + right) * cosines[8 * u + x];
        //: solution
        sum += (u % 2 == 0 ? left + right : left - right) * cosines[8 * u + x];
        //: end
    }
    rows[v][u] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);    // all rows are complete

    sum = 0.0f;
    for (size_t y = 0; y < 8; y++)
        sum += rows[y][u] * cosines[8 * v + y];
    out[block + 8 * v + u] = sum;
}

kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
dct_back(global float *restrict out, global const float *restrict in, constant float *cosines)
{
    local float rows[8][8];
    size_t block = 64 * get_group_id(0), x = get_local_id(0), y = get_local_id(1);

    float sum = 0.0f;
    for (size_t u = 0; u < 8; u++)
        sum += in[block + 8 * y + u] * cosines[8 * u + x];
    rows[y][x] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);    // all rows are complete

    sum = 0.0f;
    for (size_t v = 0; v < 8; v++)
        sum += rows[v][x] * cosines[8 * v + y];
    out[block + 8 * y + x] = sum;
}
