// SPDX-License-Identifier: MIT
//
// Exercise 1 of image_objects: work-item (0, 0) makes the last pixel.  The place is wrong: all
// work-items make the first one.

kernel void image_objects(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = 0;    // Exercise 1 of image_objects: from the size of the image and the global id
    uint4 pixel = read_imageui(in, at);
    write_imageui(out, at, (uint4)(255 - pixel.xyz, pixel.w));
}
