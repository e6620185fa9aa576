// SPDX-License-Identifier: MIT
//
// Exercise 3 of transpose: neighbours write neighbours, and read far apart.
//
// transpose - out[x][y] = in[y][x]: a matrix of rows x cols becomes one of cols x rows.  Both lie
// row after row.
//
// SIDE    side of the tile and of the work-group (in the picture: 4)

// Work-item k, counted row by row, makes out[k].  Neighbours write neighbours, but they read a row
// of `in` apart.  There are at least as many work-items as elements.
kernel void transpose_naive(global uint *restrict out, global const uint *restrict in, ulong rows,
                            ulong cols)
{
    size_t k = get_global_id(1) * get_global_size(0) + get_global_id(0);    // of out
    //: skeleton
    //: if (k < rows * cols) out[k] = in[k];
    //: solution
    if (k < rows * cols) out[k] = in[k % rows * cols + k / rows];
    //: end
}

// A work-group turns a tile in local memory.  So neighbours also write neighbours:
//
//     in      x0                    tile                        out    y0
//         +-----------+                                            +-----------+
//     y0  |  a b c d  |  row by    a b c d    column by        x0  |  a e i m  |
//         |  e f g h  |  row       e f g h    column, as           |  b f j n  |
//         |  i j k l  |  ----->    i j k l    rows of `out`        |  c g k o  |
//         |  m n o p  |            m n o p    ------------>        |  d h l p  |
//         +-----------+                                            +-----------+
kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
transpose_tiled(global uint *restrict out, global const uint *restrict in, ulong rows, ulong cols)
{
    local uint tile[SIDE][SIDE];
    size_t x0 = get_group_id(0) * SIDE, y0 = get_group_id(1) * SIDE;
    size_t item = get_local_id(0), row = get_local_id(1);

    if (x0 + item < cols && y0 + row < rows) tile[row][item] = in[(y0 + row) * cols + x0 + item];
    barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
    if (y0 + item < rows && x0 + row < cols) out[(x0 + row) * rows + y0 + item] = tile[item][row];
}
