// SPDX-License-Identifier: MIT
//
// Exercise 6 of image_histogram: the bytes of a word.

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

// Steps through a buffer: `height` rows of `width` pixels without padding.
kernel void image_histogram_buffer(global uint *restrict counts,
                                   global const uchar4 *restrict pixels, uint width, uint height)
{
    local uint counters[BINS];
    global const uint *words = (global const uint *)pixels;
    clear(counters);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t y = get_global_id(1); y < height; y += get_global_size(1))
        for (size_t x = get_global_id(0); x < width; x += get_global_size(0))
            //: skeleton
            //: count(counters, (uint4)(words[y * width + x] & 255));    // Here: all channels.
            //: solution
            count(counters, convert_uint4(as_uchar4(words[y * width + x])));
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    add_to(counts, counters);
}
