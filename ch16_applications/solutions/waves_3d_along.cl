// SPDX-License-Identifier: MIT
//
// Exercise 3 of waves_3d: three directions, one function.
//
// The block is width x height x depth cells.  Around it is a rim, two cells thick, in which nothing
// moves: so each cell has all its neighbours.  `next` comes with the step before `now`.

// How four neighbours of one direction, which are `step` apart, pull at a cell: twelve times the
// second difference.
int along(global const int *here, size_t step)
{
    //: skeleton
    //: // Here only the near neighbours pull.
    //: return 16 * (*(here - step) + here[step]) - 32 * here[0];
    //: solution
    int near = *(here - step) + here[step], far = *(here - 2 * step) + here[2 * step];
    return 16 * near - far - 30 * here[0];
    //: end
}

kernel void waves_3d_plain(global int *restrict next, global const int *restrict now, uint row,
                           uint width, uint height, uint depth)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= width || y >= height || z >= depth) return;

    size_t plane = (size_t)row * (height + 4), i = (z + 2) * plane + (y + 2) * row + 16 + x;
    global const int *here = now + i;
    int pull = along(here, 1) + along(here, row) + along(here, plane);
    next[i] = 2 * here[0] - next[i] + pull / 64;
}
