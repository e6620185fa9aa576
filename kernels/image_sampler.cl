// SPDX-License-Identifier: MIT
//
// Samples an image at a grid of points, through a sampler written into the kernel or through a
// sampler that the host made.  Both must return the same.
//
// Work-item (x, y, view) samples at (u[view][x], v[view][y]) and writes out[view][y][x].  The
// NDRange is exactly the grid.  The host computes the coordinates, so that host and device have the
// same floats.
//
// With ADDRESS the file has the kernel with a sampler of its own, without ADDRESS the other one.
//
// COORDINATES    of the sampler in the kernel: CLK_NORMALIZED_COORDS_...
// ADDRESS        its addressing mode: CLK_ADDRESS_...
// FILTER         its filter: CLK_FILTER_...

#ifdef ADDRESS
#if !defined(COORDINATES) || !defined(FILTER)
#error "the host must build this file with -DCOORDINATES=... -DADDRESS=... -DFILTER=..."
#endif

constant sampler_t LITERAL = COORDINATES | ADDRESS | FILTER;

kernel void image_sampler_literal(global float4 *restrict out, read_only image2d_t image,
                                  global const float *restrict u, global const float *restrict v)
{
    const size_t x = get_global_id(0), y = get_global_id(1), view = get_global_id(2);
    const size_t width = get_global_size(0), height = get_global_size(1);
    const float2 at = (float2)(u[view * width + x], v[view * height + y]);
    out[(view * height + y) * width + x] = read_imagef(image, LITERAL, at);
}

#else

kernel void image_sampler_argument(global float4 *restrict out, read_only image2d_t image,
                                   global const float *restrict u, global const float *restrict v,
                                   sampler_t sampler)
{
    const size_t x = get_global_id(0), y = get_global_id(1), view = get_global_id(2);
    const size_t width = get_global_size(0), height = get_global_size(1);
    const float2 at = (float2)(u[view * width + x], v[view * height + y]);
    out[(view * height + y) * width + x] = read_imagef(image, sampler, at);
}

#endif
