// SPDX-License-Identifier: MIT
//
// How many pixels of a picture have each value of red, green and blue: BINS counts, 256 of each channel.
//
// Every kernel counts in local memory, a work-group together, and adds the group's sums to `counts`, which
// must be 0 before the launch.  They differ in which work-item counts which pixels.

#ifndef BLOCK
#error "the host must build this file with -DBLOCK=<side of the square that an item of blocks counts>"
#endif

#define BINS (3 * 256)

// Coordinates are whole pixels, and the pixel is taken as it is.  No addressing mode: no kernel reads beyond
// an edge, and an edge pixel read in place of one that is not there would be a wrong count.
constant sampler_t PIXEL = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

// This work-item's number in its 2-D work-group, and how many there are.
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

// One pixel.  Work-items past an edge, where the NDRange is rounded up, count nothing, but come to the
// barriers and share the work on the counters.
kernel void image_histogram_pixels(global uint *restrict counts, read_only image2d_t image)
{
    local uint counters[BINS];
    clear(counters);
    barrier(CLK_LOCAL_MEM_FENCE);
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (all(at < get_image_dim(image))) count(counters, read_imageui(image, PIXEL, at));
    barrier(CLK_LOCAL_MEM_FENCE);
    add_to(counts, counters);
}

// A square of BLOCK by BLOCK pixels, smaller at the right and lower edges.
kernel void image_histogram_blocks(global uint *restrict counts, read_only image2d_t image)
{
    local uint counters[BINS];
    clear(counters);
    barrier(CLK_LOCAL_MEM_FENCE);
    int2 first = BLOCK * (int2)(get_global_id(0), get_global_id(1));
    int2 end = min(first + BLOCK, get_image_dim(image));
    for (int y = first.y; y < end.y; y++)
        for (int x = first.x; x < end.x; x++)
            count(counters, read_imageui(image, PIXEL, (int2)(x, y)));
    barrier(CLK_LOCAL_MEM_FENCE);
    add_to(counts, counters);
}

// Every pixel that is a whole number of NDRanges to the right of the work-item's own place, or below it:
// neighbours read neighbours, and a few work-groups count the whole picture.
kernel void image_histogram_strides(global uint *restrict counts, read_only image2d_t image)
{
    local uint counters[BINS];
    clear(counters);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = get_global_id(1); y < get_image_height(image); y += get_global_size(1))
        for (int x = get_global_id(0); x < get_image_width(image); x += get_global_size(0))
            count(counters, read_imageui(image, PIXEL, (int2)(x, y)));
    barrier(CLK_LOCAL_MEM_FENCE);
    add_to(counts, counters);
}

// The same pixels from a buffer, row by row without padding, which does not know its width and height.
kernel void image_histogram_buffer(global uint *restrict counts,
                                   global const uchar4 *restrict pixels, uint width, uint height)
{
    local uint counters[BINS];
    clear(counters);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t y = get_global_id(1); y < height; y += get_global_size(1))
        for (size_t x = get_global_id(0); x < width; x += get_global_size(0))
            count(counters, convert_uint4(pixels[y * width + x]));
    barrier(CLK_LOCAL_MEM_FENCE);
    add_to(counts, counters);
}
