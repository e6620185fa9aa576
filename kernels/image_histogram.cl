// SPDX-License-Identifier: MIT
//
// Counts how many pixels of a picture have each value of red, green and blue: BINS counts, 256 per
// channel.
//
// The work-items of a work-group count together in local memory.  Then they add their counters to
// `counts`, which must be 0 before the launch.  The kernels differ in one thing: which work-item
// counts which pixels.
//
// BLOCK    the side of the square of pixels that a work-item of image_histogram_blocks counts

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

// One pixel per work-item.  The NDRange is rounded up to whole work-groups: a work-item outside of
// the image counts nothing.  It must not return early, because all work-items of a group have to
// reach the barriers.
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

// A square of BLOCK by BLOCK pixels per work-item.  The squares at the right and lower edges are
// cut.
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

// A work-item starts at the pixel of its global ID and steps by the global size, to the right and
// down.  Neighbouring work-items read neighbouring pixels, and a few work-groups count the whole
// picture.
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

// Steps as before, but through a buffer: `height` rows of `width` pixels without padding.
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
