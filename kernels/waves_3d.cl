// SPDX-License-Identifier: MIT
//
// A knock inside a block, one step: a cell and its twelve neighbours, two to each side.
//
// The block is width x height x depth cells.  Around it is a rim, two cells thick, in which nothing
// moves: so each cell has all its neighbours.  A row of an array has 16 cells of rim, and then room
// for a multiple of 16 cells: `row` cells.  To the right of them is the rim of the row after it.
// `next` comes with the step before `now`.
//
// The host sets
//     PLANES    all but plain: cells per work-item, one behind the other

#ifndef PLANES
#error "the host must build this file with -D for the macro above"
#endif

// --- plain: a work-item per cell.

kernel void waves_3d_plain(global int *restrict next, global const int *restrict now, uint row,
                           uint width, uint height, uint depth)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= width || y >= height || z >= depth) return;

    size_t plane = (size_t)row * (height + 4), i = (z + 2) * plane + (y + 2) * row + 16 + x;
    int here = now[i];
    int near =
        now[i - 1] + now[i + 1] + now[i - row] + now[i + row] + now[i - plane] + now[i + plane];
    int far = now[i - 2] + now[i + 2] + now[i - 2 * row] + now[i + 2 * row] + now[i - 2 * plane] +
              now[i + 2 * plane];
    next[i] = 2 * here - next[i] + (16 * near - far - 90 * here) / 64;
}

// --- columns: a work-item goes through PLANES planes.  It keeps five cells in registers.
//
//     z - 2    z - 1    z       z + 1    z + 2
//     behind2  behind   here    ahead    ahead2       only ahead2 is read: the other
//         <------- <------- <------ <------- <------  four move on by one

kernel void waves_3d_columns(global int *restrict next, global const int *restrict now, uint row,
                             uint width, uint height, uint depth)
{
    size_t x = get_global_id(0), y = get_global_id(1), begin = get_global_id(2) * PLANES;
    if (x >= width || y >= height || begin >= depth) return;

    size_t plane = (size_t)row * (height + 4);
    size_t i = (begin + 2) * plane + (y + 2) * row + 16 + x,
           end = min(begin + PLANES, (size_t)depth);
    int behind2 = now[i - 2 * plane], behind = now[i - plane];
    int here = now[i], ahead = now[i + plane];
    for (size_t z = begin; z < end; z++, i += plane) {
        int ahead2 = now[i + 2 * plane];
        int near = now[i - 1] + now[i + 1] + now[i - row] + now[i + row] + behind + ahead;
        int far = now[i - 2] + now[i + 2] + now[i - 2 * row] + now[i + 2 * row] + behind2 + ahead2;
        next[i] = 2 * here - next[i] + (16 * near - far - 90 * here) / 64;
        behind2 = behind;
        behind = here;
        here = ahead;
        ahead = ahead2;
    }
}

// --- fours: as columns, with four cells beside each other.  The arrays are now arrays of int4, and
//     an int4 is read at once.  The neighbours beside the four cells are in two more:
//
//     left     here     right
//     . . z w  x y z w  x y . .
//           ^  ^ ^ ^                near, on the left of x, y, z and w
//                ^ ^ ^  ^           near, on the right of them
//
//     What four cells have past the end of a row becomes 0, as it was.

kernel void waves_3d_fours(global int4 *restrict next, global const int4 *restrict now, uint row,
                           uint width, uint height, uint depth)
{
    size_t x = get_global_id(0) * 4, y = get_global_id(1), begin = get_global_id(2) * PLANES;
    if (x >= width || y >= height || begin >= depth) return;

    int4 inside = (int4)(0, 1, 2, 3) < (int)(width - x);
    row /= 4;    // in int4, as all places from here on
    size_t plane = (size_t)row * (height + 4);
    size_t i = (begin + 2) * plane + (y + 2) * row + (16 + x) / 4,
           end = min(begin + PLANES, (size_t)depth);
    int4 behind2 = now[i - 2 * plane], behind = now[i - plane];
    int4 here = now[i], ahead = now[i + plane];
    for (size_t z = begin; z < end; z++, i += plane) {
        int4 ahead2 = now[i + 2 * plane], left = now[i - 1], right = now[i + 1];
        int4 near = (int4)(left.w, here.xyz) + (int4)(here.yzw, right.x) + now[i - row] +
                    now[i + row] + behind + ahead;
        int4 far = (int4)(left.zw, here.xy) + (int4)(here.zw, right.xy) + now[i - 2 * row] +
                   now[i + 2 * row] + behind2 + ahead2;
        next[i] = (2 * here - next[i] + (16 * near - far - 90 * here) / 64) & inside;
        behind2 = behind;
        behind = here;
        here = ahead;
        ahead = ahead2;
    }
}

// --- vectors: as fours, with 16 cells, of which each neighbour is read as a vector, wherever it
//     begins.

kernel void waves_3d_vectors(global int *restrict next, global const int *restrict now, uint row,
                             uint width, uint height, uint depth)
{
    size_t x = get_global_id(0) * 16, y = get_global_id(1), begin = get_global_id(2) * PLANES;
    if (x >= width || y >= height || begin >= depth) return;

    int16 inside = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) < (int)(width - x);
    size_t plane = (size_t)row * (height + 4);
    size_t i = (begin + 2) * plane + (y + 2) * row + 16 + x,
           end = min(begin + PLANES, (size_t)depth);
    int16 behind2 = vload16(0, now + i - 2 * plane), behind = vload16(0, now + i - plane);
    int16 here = vload16(0, now + i), ahead = vload16(0, now + i + plane);
    for (size_t z = begin; z < end; z++, i += plane) {
        int16 ahead2 = vload16(0, now + i + 2 * plane);
        int16 near = vload16(0, now + i - 1) + vload16(0, now + i + 1) + vload16(0, now + i - row) +
                     vload16(0, now + i + row) + behind + ahead;
        int16 far = vload16(0, now + i - 2) + vload16(0, now + i + 2) +
                    vload16(0, now + i - 2 * row) + vload16(0, now + i + 2 * row) + behind2 +
                    ahead2;
        int16 before = vload16(0, next + i);
        vstore16((2 * here - before + (16 * near - far - 90 * here) / 64) & inside, 0, next + i);
        behind2 = behind;
        behind = here;
        here = ahead;
        ahead = ahead2;
    }
}
