// SPDX-License-Identifier: MIT
//
// Exercise 3 of matmul: the tile of B turned, so that both are read along a row.
//
// matmul - C = A B.  All matrices lie row after row: C has m rows of n, A has m rows of k, B has k
// rows of n.
//
// SIDE    side of the tiles and of the work-group

// Work-item (column, row) computes one element of C: a row of A times a column of B.
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

// Before it computes, a work-group copies a tile of A and a tile of B into local memory.  Each
// work-item copies one number of each tile, and then uses SIDE numbers of each.
//
//                     B  +----+----+----+
//                        |    |####|    |      Step by step, the tile of A moves to the right
//                        |    |  | |    |      and the tile of B moves down.
//                        |    |  v |    |
//     A  +----+----+     +----+----+----+
//        |####| -> |     |    |tile|    |      Outside of A and B, the tiles are filled with
//        |    |    |     |    |of C|    |      zeros.
//        +----+----+     +----+----+----+
kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
matmul_tiled(global float *restrict c, global const float *restrict a,
             global const float *restrict b, uint m, uint n, uint k)
{
    local float a_tile[SIDE][SIDE], b_tile[SIDE][SIDE];
    size_t column = get_global_id(0), row = get_global_id(1);
    size_t x = get_local_id(0), y = get_local_id(1);

    float sum = 0.0f;
    for (uint first = 0; first < k; first += SIDE) {
        a_tile[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        b_tile[x][y] = first + y < k && column < n ? b[(first + y) * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);    // the tiles are complete
        for (uint i = 0; i < SIDE; i++)
            //: skeleton
            //: sum += a_tile[y][i] * b_tile[i][x];
            //: solution
            sum += a_tile[y][i] * b_tile[x][i];
        //: end
        barrier(CLK_LOCAL_MEM_FENCE);    // all have used them
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
