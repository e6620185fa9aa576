// SPDX-License-Identifier: MIT
//
// Exercise 5 of image_histogram: a square, column by column.

#ifndef BLOCK
#error "the host must build this file with -DBLOCK=<side of a work-item's square of pixels>"
#endif

#define BINS (3 * 256)

// Coordinates are pixel numbers, and a read returns one pixel unchanged.  No addressing mode is
// needed: no kernel here reads outside of the image.  A pixel outside must not be counted, so no
// replacement for it would be right.
constant sampler_t PIXEL = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

// The number of this work-item in its 2-D work-group, and the number of work-items there.
size_t group_item(void)
{
    return get_local_id(1) * get_local_size(0) + get_local_id(0);
}

size_t group_items(void)
{
    return get_local_size(0) * get_local_size(1);
}

void clear(local uint *counters)
{
    for (size_t bin = group_item(); bin < BINS; bin += group_items())
        counters[bin] = 0;
}

void count(local uint *counters, uint4 pixel)
{
    atomic_inc(&counters[pixel.x]);
    atomic_inc(&counters[256 + pixel.y]);
    atomic_inc(&counters[512 + pixel.z]);
}

void add_to(global uint *counts, local const uint *counters)
{
    for (size_t bin = group_item(); bin < BINS; bin += group_items())
        if (counters[bin] > 0) atomic_add(&counts[bin], counters[bin]);
}

// A square of BLOCK by BLOCK pixels per work-item.  The squares at the right and lower edges are
// cut.
kernel void image_histogram_blocks(global uint *restrict counts, read_only image2d_t image)
{
    local uint counters[BINS];
    clear(counters);
    barrier(CLK_LOCAL_MEM_FENCE);
    int2 first = BLOCK * (int2)(get_global_id(0), get_global_id(1));
    int2 end = min(first + BLOCK, get_image_dim(image));
    for (int x = first.x; x < end.x; x++)
        //: skeleton
        //: for (int y = first.y; y < min(first.y + 1, end.y); y++)    // Here: the whole column.
        //:     count(counters, read_imageui(image, PIXEL, (int2)(x, y)));
        //: solution
        for (int y = first.y; y < end.y; y++)
            count(counters, read_imageui(image, PIXEL, (int2)(x, y)));
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    add_to(counts, counters);
}
