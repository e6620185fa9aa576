// SPDX-License-Identifier: MIT
//
// Reads or writes an image of any kind, pixel by pixel, one pixel per work-item.  The NDRange is
// rounded up; work-items outside of the image do nothing.
//
// n holds the extents: width; height or layers; depth or layers; 1 for an axis that the kind does
// not have.  pixels[] is tight: row after row, then slice after slice or layer after layer.
//
// IMAGE        the type of the image argument, such as image2d_t
// AXES         how many coordinates a pixel has.  The last coordinate of an array is the layer.
// NO_WRITES    defined where the device's kernels cannot write such images
// SIGNED       defined for pixels of signed numbers: image_kinds_mirror replaces the two kernels
//
// A read without a sampler takes pixel numbers as coordinates, which must lie inside the image.

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

#ifdef cl_khr_3d_image_writes
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#endif

#ifdef SIGNED

// Signed numbers: -1 - x exchanges the ends of their range.
kernel void image_kinds_mirror(write_only image2d_t out, read_only image2d_t in, int2 n)
{
    const int2 p = (int2)((int)get_global_id(0), (int)get_global_id(1));
    if (p.x < n.x && p.y < n.y) write_imagei(out, p, -1 - read_imagei(in, p));
}

#else

kernel void image_kinds_read(global uchar4 *restrict pixels, read_only IMAGE image, int4 n)
{
    const int4 p = (int4)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2), 0);
    if (p.x < n.x && p.y < n.y && p.z < n.z)
        pixels[((size_t)p.z * n.y + p.y) * n.x + p.x] = convert_uchar4(read_imageui(image, AT(p)));
}

#ifndef NO_WRITES
kernel void image_kinds_write(write_only IMAGE image, global const uchar4 *restrict pixels, int4 n)
{
    const int4 p = (int4)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2), 0);
    if (p.x < n.x && p.y < n.y && p.z < n.z)
        write_imageui(image, AT(p), convert_uint4(pixels[((size_t)p.z * n.y + p.y) * n.x + p.x]));
}
#endif
#endif
