// SPDX-License-Identifier: MIT
//
// The first three exercises of brightness.  Each kernel runs, but it copies the pixel: one line is
// missing where the comment says so.
//
//     build/bin/brightness --task invert -V buffer --kernel FILE
//
// with FILE: ch09_filters/solutions/brightness_tasks_skeleton.cl
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
    // Exercise 1 of brightness: your line
    buffer_set(out, x, y, shape, v);
}

// The luminance (77 red + 150 green + 29 blue + 128) / 256 in all three colours.  Alpha stays.
kernel void brightness_grey(global pixel *restrict out, global const pixel *restrict in, int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v = buffer_at(in, x, y, shape);
    // Exercise 2 of brightness: your line
    buffer_set(out, x, y, shape, v);
}

// Red and blue change places.
kernel void brightness_swap(global pixel *restrict out, global const pixel *restrict in, int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v = buffer_at(in, x, y, shape);
    // Exercise 3 of brightness: your line
    buffer_set(out, x, y, shape, v);
}
