// SPDX-License-Identifier: MIT
//
// image_objects - the negative of a picture.  Both images have the size of the NDRange.

// Work-item (x, y) makes the pixel in column x, row y: bright becomes dark, alpha stays.
kernel void image_objects(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    uint4 pixel = read_imageui(in, at);    // red, green, blue, alpha: each from 0 to 255
    write_imageui(out, at, (uint4)(255 - pixel.xyz, pixel.w));
}
