// SPDX-License-Identifier: MIT
//
// Shadows in a city, with a depth map: an image that says how far each ray of the sun comes.
//
// The city is a height for each pixel, from 0 to TOP - 1.  The sun of layer 0 is at the left, that
// of layer 1 at the right.  A ray begins at the height TOP.  With each step it goes one pixel on
// and one down.  Ray u comes to the height 0 above column u, counted from the sun's side.
//
// Set by the host
// TOP      steps of a ray until it is at height 0
// DEPTH    the map is a depth image; without it, the red channel of an image of four

#ifndef TOP
#error "TOP: set by the host"
#endif

#ifdef DEPTH
#if __OPENCL_C_VERSION__ < 200
#pragma OPENCL EXTENSION cl_khr_depth_images : enable
#endif
typedef float texel;
#define MAP          image2d_array_depth_t
#define IMAGE        image2d_depth_t
#define VALUE(texel) (texel)
#else
typedef float4 texel;
#define MAP          image2d_array_t
#define IMAGE        image2d_t
#define VALUE(texel) (texel).x
#endif

// Pixel x of a row, counted from the sun's side.
int column(int x, int layer, int width)
{
    return layer == 0 ? x : width - 1 - x;
}

// Work-item (u, y, layer) follows one ray.  0.0: it is stopped at once; 1.0: it is never stopped.
kernel void depth_image_map(write_only MAP map, global const int *heights, int width)
{
    int u = get_global_id(0), y = get_global_id(1), layer = get_global_id(2), step = 0;
    for (; step < TOP; step++) {
        int x = u - TOP + step;
        if (x >= 0 && x < width && heights[y * width + column(x, layer, width)] >= TOP - step)
            break;
    }
    write_imagef(map, (int4)(u, y, layer, 0), (texel)((float)step / TOP));
}

// Work-item (x, y, layer) looks up whether the ray through its pixel has come as far as to it.  A
// map of 16 bits is rounded: half a step is the tolerance.
kernel void depth_image_light(global uchar *lit, read_only MAP map, global const int *heights)
{
    const sampler_t sampler =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    int x = get_global_id(0), y = get_global_id(1), layer = get_global_id(2);
    int width = get_global_size(0), i = y * width + x;
    float u = column(x, layer, width) + heights[i];
    float depth = VALUE(read_imagef(map, sampler, (float4)(u + 0.5f, y + 0.5f, layer, 0)));
    lit[layer * width * get_global_size(1) + i] = (TOP - heights[i]) <= depth * TOP + 0.5f;
}

// Three ways to read.  A depth image gives one float, not four.
kernel void depth_image_reads(global float *out, read_only IMAGE in)
{
    const sampler_t nearest =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    const sampler_t linear =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    int x = get_global_id(0), y = get_global_id(1);
    int i = y * get_global_size(0) + x, count = get_global_size(0) * get_global_size(1);
    out[i] = VALUE(read_imagef(in, (int2)(x, y)));
    out[count + i] = VALUE(read_imagef(in, nearest, (float2)(x + 0.5f, y + 0.5f)));
    out[2 * count + i] = VALUE(read_imagef(in, linear, (float2)(x + 1, y + 1)));
}
