// SPDX-License-Identifier: MIT
//
// Exercise 2 of transpose: a tile whose rows are one element longer.

kernel void transpose_naive(global uint *restrict out, global const uint *restrict in, ulong rows,
                            ulong cols)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
transpose_tiled(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint tile[SIDE * (SIDE + 1)];    // rows with one element more
    size_t x0 = get_group_id(0) * SIDE, y0 = get_group_id(1) * SIDE;
    size_t item = get_local_id(0), row = get_local_id(1);

    if (x0 + item < cols && y0 + row < rows)
        //: skeleton
        //: // Here: a row begins at every (SIDE + 1)-th element, also below.
        //: tile[row * SIDE + item] = in[(y0 + row) * cols + x0 + item];
        //: solution
        tile[row * (SIDE + 1) + item] = in[(y0 + row) * cols + x0 + item];
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
    if (y0 + item < rows && x0 + row < cols)
        out[(x0 + row) * rows + y0 + item] = tile[item * (SIDE + 1) + row];
}
