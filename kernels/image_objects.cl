// SPDX-License-Identifier: MIT
//
// Every kind of image, read and written pixel by pixel.  The host builds this file once a kind: -DIMAGE is
// the type of the argument, -DAXES how many coordinates a pixel has.  Of a 1-D array's two the second is the
// image, of a 2-D array's three the third.
//
// A read without a sampler takes whole pixels as coordinates, which must lie inside the image.
//
// One work-item a pixel.  n holds the extents, 1 for an axis that the image does not have; pixels[] has the
// image's rows one after the other, then its slices or layers.

#ifndef IMAGE
#error "-DIMAGE=image2d_t, or another type of image, is missing"
#endif
#if AXES == 1
#define AT(p) (p).x
#elif AXES == 2
#define AT(p) (p).xy
#elif AXES == 3
#define AT(p) (p)    // the fourth component is ignored
#else
#error "-DAXES=1, 2 or 3 is missing"
#endif

#ifdef cl_khr_3d_image_writes
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#endif

kernel void image_objects_read(global uchar4 *restrict pixels, read_only IMAGE image, int4 n)
{
    const int4 p = (int4)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2), 0);
    if (p.x < n.x && p.y < n.y && p.z < n.z)
        pixels[((size_t)p.z * n.y + p.y) * n.x + p.x] = convert_uchar4(read_imageui(image, AT(p)));
}

#ifndef NO_WRITES    // the device may lack those to 3-D images
kernel void image_objects_write(write_only IMAGE image, global const uchar4 *restrict pixels,
                                int4 n)
{
    const int4 p = (int4)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2), 0);
    if (p.x < n.x && p.y < n.y && p.z < n.z)
        write_imageui(image, AT(p), convert_uint4(pixels[((size_t)p.z * n.y + p.y) * n.x + p.x]));
}
#endif
