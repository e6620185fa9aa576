// SPDX-License-Identifier: MIT
//
// Exercise 2 of matmul: only A goes into local memory.

kernel void matmul_naive(global float *restrict c, global const float *restrict a,
                         global const float *restrict b, uint m, uint n, uint k)
{
    size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= m || column >= n) return;
    float sum = 0.0f;
    for (size_t i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
matmul_tiled(global float *restrict c, global const float *restrict a,
             global const float *restrict b, uint m, uint n, uint k)
{
    local float a_tile[SIDE][SIDE];
    size_t column = get_global_id(0), row = get_global_id(1);
    size_t x = get_local_id(0), y = get_local_id(1);

    float sum = 0.0f;
    for (uint first = 0; first < k; first += SIDE) {
        a_tile[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
        //: skeleton
        //: // Here: add SIDE products.  The numbers of B come from b itself, if they are inside of B.
        //: solution
        for (uint i = 0; i < SIDE; i++)
            if (first + i < k && column < n) sum += a_tile[y][i] * b[(first + i) * n + column];
        //: end
        barrier(CLK_LOCAL_MEM_FENCE);    // all have used it
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
