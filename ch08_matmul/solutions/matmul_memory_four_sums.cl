// SPDX-License-Identifier: MIT
//
// Exercise 4 of matmul_memory: four sums in turn.
//
// C = A B for square matrices of n rows of n floats, from global memory and from local memory.
//
// A work-item computes one element of C.  Dimension 0 of the NDRange goes along the rows, dimension
// 1 goes down.  The NDRange may be larger than C.
//
// The host sets:
//
//   TILE    side of the tiles, and of the work-group, of matmul_memory_local

#ifndef TILE
#error "the host must build this file with -DTILE="
#endif

// --- global: every number comes from global memory.  Each number of A is loaded by n work-items,
// and so is each number of B.

kernel void matmul_memory_global(global float *restrict c, global const float *restrict a,
                                 global const float *restrict b, uint n)
{
    const size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= n || column >= n) return;
    float4 sums = 0.0f;
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        sums +=
            vload4(0, a + row * n + i) * (float4)(b[i * n + column], b[(i + 1) * n + column],
                                                  b[(i + 2) * n + column], b[(i + 3) * n + column]);
    float sum = sums.x + sums.y + sums.z + sums.w;
    //: skeleton
    //: // Here: fewer than four are left.
    //: solution
    for (; i < n; i++)    // fewer than four are left
        sum += a[row * n + i] * b[i * n + column];
    //: end
    c[row * n + column] = sum;
}

// --- local: a work-group copies a tile of A and a tile of B into local memory, and then uses them.
//
//                   B   +----+----+----+
//                       |    |####|    |      Step by step, the tile of A moves to the right
//                       |    |  | |    |      and the tile of B moves down.
//                       |    |  v |    |
//     A +----+----+     +----+----+----+      A work-item copies one number of each tile.  Each
//       |    |    |     |    |    |    |      number in local memory serves TILE work-items: so
//       |####| -> |     |    |tile|    |      n / TILE loads from global memory instead of n.
//       |    |    |     |    |of C|    |
//       +----+----+     +----+----+----+      Outside of A and B, the tiles are filled with zeros.

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
matmul_memory_local(global float *restrict c, global const float *restrict a,
                    global const float *restrict b, uint n)
{
    local float a_tile[TILE][TILE], b_tile[TILE][TILE];
    const size_t column = get_global_id(0), row = get_global_id(1);
    const size_t x = get_local_id(0), y = get_local_id(1);
    float sum = 0.0f;
    for (size_t first = 0; first < n; first += TILE) {
        a_tile[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0.0f;
        b_tile[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);    // the tiles are complete
#pragma unroll
        for (int i = 0; i < TILE; i++)
            sum += a_tile[y][i] * b_tile[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read them
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
