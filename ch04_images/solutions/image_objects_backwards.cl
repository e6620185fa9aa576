// SPDX-License-Identifier: MIT
//
// Exercise 1 of image_objects: work-item (0, 0) makes the last pixel.
//: skeleton
//: // The place is wrong: all work-items make the first one.
//: end

kernel void image_objects(write_only image2d_t out, read_only image2d_t in)
{
    //: skeleton
    //: int2 at = 0;    // Exercise 1 of image_objects: from the size of the image and the global id
    //: solution
    int2 last = (int2)(get_image_width(in), get_image_height(in)) - 1;
    int2 at = last - (int2)(get_global_id(0), get_global_id(1));
    //: end
    uint4 pixel = read_imageui(in, at);
    write_imageui(out, at, (uint4)(255 - pixel.xyz, pixel.w));
}
