// SPDX-License-Identifier: MIT
//
// The first three exercises of brightness.
//: skeleton
//: // Each kernel runs, but it copies the pixel: one line is missing where the comment says so.
//: end
//
//     build/bin/brightness --task invert -V buffer --kernel FILE
//
// with FILE: build/exercises/brightness_tasks.cl
//
// Work-item (x, y) makes pixel (x, y) in all kernels.  The picture is RGBA: v.x is red, v.y green,
// v.z blue, v.w alpha, each from 0 to 255.

#include "filter_pixels.h"

// A negative: what is dark becomes bright.  Alpha stays.
kernel void brightness_invert(global pixel *restrict out, global const pixel *restrict in,
                              int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v = buffer_at(in, x, y, shape);
    //: skeleton
    //: // Exercise 1 of brightness: your line
    //: solution
    v.xyz = 255 - v.xyz;
    //: end
    buffer_set(out, x, y, shape, v);
}

// The luminance (77 red + 150 green + 29 blue + 128) / 256 in all three colours.  Alpha stays.
kernel void brightness_grey(global pixel *restrict out, global const pixel *restrict in, int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v = buffer_at(in, x, y, shape);
    //: skeleton
    //: // Exercise 2 of brightness: your line
    //: solution
    v.xyz = (77 * v.x + 150 * v.y + 29 * v.z + 128) / 256;
    //: end
    buffer_set(out, x, y, shape, v);
}

// Red and blue change places.
kernel void brightness_swap(global pixel *restrict out, global const pixel *restrict in, int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v = buffer_at(in, x, y, shape);
    //: skeleton
    //: // Exercise 3 of brightness: your line
    //: solution
    v = v.zyxw;
    //: end
    buffer_set(out, x, y, shape, v);
}
