// SPDX-License-Identifier: MIT
//
// Exercise 4 of mpi_stencil: the ends of a row within the loop.
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

// Computes `count` rows: begin, begin + step, ...  A work-group takes row after row, its work-items
// the cells of a row in turn.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
mpi_stencil(global float *restrict out, global const float *restrict in, uint width, int height,
            int top, uint begin, uint step, uint count)
{
    for (size_t i = get_group_id(0); i < count; i += get_num_groups(0)) {
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
        for (size_t x = get_local_id(0); x < width; x += ITEMS) {
            //: skeleton
            //: bool is_end = x == 0;    // Here: and the other end
            //: solution
            bool is_end = x == 0 || x + 1 == width;
            //: end
            to[x] =
                is_end ? here[x] : 0.25f * ((above[x] + below[x]) + (here[x - 1] + here[x + 1]));
        }
    }
}
