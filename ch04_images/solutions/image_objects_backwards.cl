// SPDX-License-Identifier: MIT
//
// Exercise 1 of image_objects: work-item (0, 0) makes the last pixel.

kernel void image_objects(write_only image2d_t out, read_only image2d_t in)
{
    int2 last = (int2)(get_image_width(in), get_image_height(in)) - 1;
    int2 at = last - (int2)(get_global_id(0), get_global_id(1));
    uint4 pixel = read_imageui(in, at);
    write_imageui(out, at, (uint4)(255 - pixel.xyz, pixel.w));
}
