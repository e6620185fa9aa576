// SPDX-License-Identifier: MIT
//
// Samples an image of any kind at a list of points, one point per work-item.
//
// points[i] holds the coordinates of point i: x; then y, if the image has a height; then z of a 3-D
// image, or the layer of an array.  The others have no meaning.  out[i] is the sample.  The NDRange
// is rounded up; work-items past n do nothing.
//
// IMAGE         the type of the image argument, such as image2d_array_t
// AXES          how many coordinates a point has
// NO_SAMPLER    defined for image1d_buffer_t, which is never read through a sampler
// HEIGHT, DEPTH, LAYERS    defined where the kind has them
// NO_QUERIES    defined where the device's kernels cannot ask such an image for its width

#ifndef IMAGE
#error "the host must build this file with -DIMAGE=<type of image>"
#endif
#if AXES == 1
#define AT(p) (p).x
#elif AXES == 2
#define AT(p) (p).xy
#elif AXES == 3
#define AT(p) (p)    // the fourth component has no meaning
#else
#error "the host must build this file with -DAXES=1, 2 or 3"
#endif

// What a kernel can ask an image for; 0 where the kind has no such extent.  A kernel compares
// formats with CLK_ names, not with the host's CL_ names.
#ifndef NO_QUERIES
kernel void image_arrays_queries(global int *restrict out, read_only IMAGE image)
{
    out[0] = get_image_width(image);
#ifdef HEIGHT
    out[1] = get_image_height(image);
#else
    out[1] = 0;
#endif
#ifdef DEPTH
    out[2] = get_image_depth(image);
#else
    out[2] = 0;
#endif
#ifdef LAYERS
    out[3] = (int)get_image_array_size(image);
#else
    out[3] = 0;
#endif
    out[4] = get_image_channel_data_type(image) == CLK_UNORM_INT8;
    out[5] = get_image_channel_order(image) == CLK_RGBA;
}
#endif

#ifdef NO_SAMPLER

// Whole coordinates, which must lie inside the image.
kernel void image_arrays_texels(global float4 *restrict out, read_only IMAGE image,
                                global const float4 *restrict points, uint n)
{
    const size_t i = get_global_id(0);
    if (i < n) out[i] = read_imagef(image, AT(convert_int4(points[i])));
}

#else

// Whole coordinates: the sampler says what lies outside of the image.
kernel void image_arrays_texels(global float4 *restrict out, read_only IMAGE image,
                                global const float4 *restrict points, uint n, sampler_t sampler)
{
    const size_t i = get_global_id(0);
    if (i < n) out[i] = read_imagef(image, sampler, AT(convert_int4(points[i])));
}

// Any coordinates.  A sampler with CLK_FILTER_LINEAR mixes texels along every axis, but never
// layers.
kernel void image_arrays_sample(global float4 *restrict out, read_only IMAGE image,
                                global const float4 *restrict points, uint n, sampler_t sampler)
{
    const size_t i = get_global_id(0);
    if (i < n) out[i] = read_imagef(image, sampler, AT(points[i]));
}

#endif
