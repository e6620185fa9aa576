// SPDX-License-Identifier: MIT
//
// Exercise 2 of waves_3d: the neighbours beside and above in local memory.
//
// A knock inside a block, one step: a cell and its twelve neighbours, two to each side.
//
// The block is width x height x depth cells.  Around it is a rim, two cells thick, in which nothing
// moves: so each cell has all its neighbours.  A row of an array has 16 cells of rim, and then room
// for a multiple of 16 cells: `row` cells.  To the right of them is the rim of the row after it.
// `next` comes with the step before `now`.
//
// The host sets
//     PLANES    columns: cells per work-item, one behind the other

#ifndef PLANES
#error "the host must build this file with -D for the macro above"
#endif

// --- columns: a work-item goes through PLANES planes.  It keeps five cells in registers.  What the
//     work-group needs of a plane is in a tile, with a rim of two cells.  Two tiles take turns:
//     nobody writes what others have still to read, so one barrier per plane is enough.

enum { COLUMNS = 32, ROWS = 8 };    // of a work-group, as the host launches it

kernel __attribute__((reqd_work_group_size(COLUMNS, ROWS, 1))) void
waves_3d_columns(global int *restrict next, global const int *restrict now, uint row, uint width,
                 uint height, uint depth)
{
    local int tiles[2][ROWS + 4][COLUMNS + 4];
    size_t u = get_local_id(0), v = get_local_id(1), begin = get_global_id(2) * PLANES;
    size_t x = get_global_id(0), y = get_global_id(1), plane = (size_t)row * (height + 4);

    // All come to the barriers.  Who is past the end of the block stays in the rim.
    bool is_there = x < width && y < height;
    x = min(x, (size_t)width);
    y = min(y, (size_t)height);
    size_t i = (begin + 2) * plane + (y + 2) * row + 16 + x,
           end = min(begin + PLANES, (size_t)depth);
    int behind2 = now[i - 2 * plane], behind = now[i - plane];
    int here = now[i], ahead = now[i + plane];
    for (size_t z = begin; z < end; z++, i += plane) {
        int ahead2 = now[i + 2 * plane], before = next[i];
        local int(*tile)[COLUMNS + 4] = tiles[z % 2];
        tile[v + 2][u + 2] = here;
        //: skeleton
        //: // Here the rim is missing: two columns on each side, two rows above and two below.
        //: solution
        if (u < 2) tile[v + 2][u] = now[i - 2];
        if (u >= COLUMNS - 2) tile[v + 2][u + 4] = now[i + 2];
        if (v < 2) tile[v][u + 2] = now[i - 2 * row];
        if (v >= ROWS - 2) tile[v + 4][u + 2] = now[i + 2 * row];
        //: end
        barrier(CLK_LOCAL_MEM_FENCE);
        int near = tile[v + 2][u + 1] + tile[v + 2][u + 3] + tile[v + 1][u + 2] +
                   tile[v + 3][u + 2] + behind + ahead;
        int far = tile[v + 2][u] + tile[v + 2][u + 4] + tile[v][u + 2] + tile[v + 4][u + 2] +
                  behind2 + ahead2;
        if (is_there) next[i] = 2 * here - before + (16 * near - far - 90 * here) / 64;
        behind2 = behind;
        behind = here;
        here = ahead;
        ahead = ahead2;
    }
}
