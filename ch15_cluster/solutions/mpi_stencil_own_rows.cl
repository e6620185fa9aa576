// SPDX-License-Identifier: MIT
//
// Exercise 5 of mpi_stencil: each work-group takes rows side by side.
//
// mpi_stencil - one step of diffusion in a plate: each cell becomes the mean of its four
// neighbours.  The border of the whole plate keeps its temperature.
//
// `in` and `out` have some rows of the plate, `width` cells each.  Their row 0 is row `top` of the
// plate, which has `height` rows.  The first and the last of them are the neighbours' (halos).  At
// the upper end of the plate there is no neighbour: `top` is negative, and nobody uses these rows.
//
// ITEMS    work-items per work-group: 1 on CPUs, many on GPUs

#ifndef ITEMS
#error "ITEMS is not defined"
#endif

// Computes `count` rows: begin, begin + step, ...  A work-group takes rows side by side, its
// work-items the cells of a row in turn.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
mpi_stencil(global float *restrict out, global const float *restrict in, uint width, int height,
            int top, uint begin, uint step, uint count)
{
    //: skeleton
    //: size_t groups = get_num_groups(0), each = (count + groups - 1) / groups / 2;    // Here: too few
    //: solution
    size_t groups = get_num_groups(0), each = (count + groups - 1) / groups;
    //: end
    size_t first = get_group_id(0) * each;
    for (size_t i = first; i < min(first + each, (size_t)count); i++) {
        size_t row = begin + i * step;
        int y = top + (int)row;
        global const float *above = in + (row - 1) * width;
        global const float *here = in + row * width;
        global const float *below = in + (row + 1) * width;
        global float *to = out + row * width;
        if (y == 0 || y + 1 == height || width < 3) {
            for (size_t x = get_local_id(0); x < width; x += ITEMS)
                to[x] = here[x];
            continue;
        }
        for (size_t x = get_local_id(0) + 1; x < width - 1; x += ITEMS)
            to[x] = 0.25f * ((above[x] + below[x]) + (here[x - 1] + here[x + 1]));
        if (get_local_id(0) == 0) {
            to[0] = here[0];
            to[width - 1] = here[width - 1];
        }
    }
}
