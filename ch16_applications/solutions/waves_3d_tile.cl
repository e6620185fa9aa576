// SPDX-License-Identifier: MIT
//
// Exercise 2 of waves_3d: the neighbours beside and above in local memory.
//
// A knock inside a block, one step: a cell and its twelve neighbours, two to each side.
//
// The block is width x height x depth cells.  Around it is a rim, two cells thick, in which nothing
// moves: so each cell has all its neighbours.  A row of an array has room for a multiple of 16
// cells and the rim: `row` cells.  `next` comes with the step before `now`.
//
// The host sets
//     PLANES    columns: cells per work-item, one behind the other

#ifndef PLANES
#error "the host must build this file with -D for the macro above"
#endif

// --- columns: a work-item goes through PLANES planes.  It keeps five cells in registers.  What the
//     work-group needs of a plane is in a tile, with a rim of two cells.

enum { COLUMNS = 32, ROWS = 8, PITCH = COLUMNS + 4 };    // of the largest work-group, of the tile

kernel void waves_3d_columns(global int *restrict next, global const int *restrict now, uint row,
                             uint width, uint height, uint depth)
{
    local int tile[(ROWS + 4) * PITCH];
    size_t columns = get_local_size(0), rows = get_local_size(1);
    size_t u = get_local_id(0), v = get_local_id(1), begin = get_global_id(2) * PLANES;
    size_t x = get_global_id(0), y = get_global_id(1), plane = (size_t)row * (height + 4);
    bool is_there = x < width && y < height;    // all of a group come to the barriers

    size_t i = (begin + 2) * plane + (y + 2) * row + x + 2;
    size_t end = min(begin + PLANES, (size_t)depth), t = (v + 2) * PITCH + u + 2;
    int behind2 = is_there ? now[i - 2 * plane] : 0, behind = is_there ? now[i - plane] : 0;
    int here = is_there ? now[i] : 0, ahead = is_there ? now[i + plane] : 0;
    for (size_t z = begin; z < end; z++, i += plane) {
        int ahead2 = is_there ? now[i + 2 * plane] : 0;
        //: skeleton
        //: // Here the rim is missing: two columns on each side, two rows above and two below.
        //: tile[t] = here;
        //: solution
        for (size_t b = v; b < rows + 4; b += rows)
            for (size_t a = u; a < columns + 4; a += columns) {
                size_t column = x - u + a, line = y - v + b;    // of the array, which has a rim
                tile[b * PITCH + a] = column < width + 4 && line < height + 4
                                          ? now[(z + 2) * plane + line * row + column]
                                          : 0;
            }
        //: end
        barrier(CLK_LOCAL_MEM_FENCE);
        int near = tile[t - 1] + tile[t + 1] + tile[t - PITCH] + tile[t + PITCH] + behind + ahead;
        int far = tile[t - 2] + tile[t + 2] + tile[t - 2 * PITCH] + tile[t + 2 * PITCH] + behind2 +
                  ahead2;
        if (is_there) next[i] = 2 * here - next[i] + (16 * near - far - 90 * here) / 64;
        barrier(CLK_LOCAL_MEM_FENCE);    // nobody writes what others have still to read
        behind2 = behind;
        behind = here;
        here = ahead;
        ahead = ahead2;
    }
}
