// SPDX-License-Identifier: MIT
//
// Exercise 4 of sobel_filter_ladder: each row is used for both gradients.
//
// Each pixel becomes the magnitude of the gradient there: how much the picture changes.
//
//          | -1  0  1 |               | -1 -2 -1 |
//     gx = | -2  0  2 | * picture     |  0  0  0 | * picture = gy     magnitude^2 = gx^2 + gy^2
//          | -1  0  1 |               |  1  2  1 |
//
// Four channels: each of the first three by itself; alpha, the last one, stays what it is.
// 8 bits: the nearest integer, at most 255.  The square root of an integer is never halfway between
// two integers, because (k + 1/2)^2 = k^2 + k + 1/4 is no integer.  Up to 255 it is at least
// 0.00048 away from there.  sqrt and rsqrt err by less than 0.0001 (3 and 2 units in the last
// place), so that the nearest integer is always right.
//
// The host sets FORMAT, BORDER (include/filter_pixels.h), and
//     THRESHOLD  0: none; else 255 (in a float: 1) where the rounded magnitude is at least this
//                number of 1 to 255, and 0 elsewhere
//     DIRECTION  1: a colour of four channels is written, see colour_of
// A picture in a buffer has its shape (width, height, pitch, first) in pixels.

#include "filter_pixels.h"

#if !defined(THRESHOLD) || !defined(DIRECTION)
#error "the host must build this file with -D for each of the macros above"
#endif

// A rounded magnitude is at least T where magnitude >= T - 1/2.  8 bits: where magnitude^2 is more
// than T^2 - T, a comparison of integers.  A float of 8 bits is a multiple of 1/255, and not in
// between, either.
#define IS_EDGE_8(squares)       ((squares) > THRESHOLD * (THRESHOLD - 1))
#define IS_EDGE_FLOAT(magnitude) ((magnitude)*255.0f >= THRESHOLD - 0.5f)

#if FORMAT == 0
#define TO_FLOATS(v) convert_float4(v)
#define TO_INTS(v)   convert_int4(v)
#else
#define TO_FLOATS(v) convert_float(v)
#define TO_INTS(v)   convert_int(v)
#endif

// Differences of pixels, to the right and downward.
typedef struct {
    value x, y;
} gradient;

gradient gradient_of(value v[3][3])
{
    value across[3], sum[3];    // of each row
    for (int j = 0; j < 3; j++) {
        across[j] = v[j][2] - v[j][0];
        sum[j] = v[j][0] + 2 * v[j][1] + v[j][2];
    }
    //: skeleton
    //: gradient g = { across[0] + 2 * across[1] + across[2], sum[2] };    // Here: gy
    //: solution
    gradient g = { across[0] + 2 * across[1] + across[2], sum[2] - sum[0] };
    //: end
    return g;
}

value magnitude_of(gradient g)
{
    value squares = g.x * g.x + g.y * g.y;
#if FORMAT == 2 && THRESHOLD
    return IS_EDGE_FLOAT(sqrt(squares)) ? 1.0f : 0.0f;
#elif FORMAT == 2
    return sqrt(squares);
#elif THRESHOLD
    return select((value)(0), (value)(255), IS_EDGE_8(squares));
#else
    return TO_INTS(sqrt(TO_FLOATS(min(squares, (value)(255 * 255)))) + 0.5f);
#endif
}

#if DIRECTION
// The hue is the direction of the gradient, from dark to bright: to the right red, down green to
// cyan, and so on around the circle.  The brightness is the magnitude, at most 255.  Red, green and
// blue are the shadows that the gradient casts on three axes, 120 degrees apart; the cosine of this
// angle is -128/256, the sine 222/256.  All in integers, rounded down.
uchar4 colour_of(gradient g)
{
#if FORMAT == 2    // multiples of 1/255
    int x = convert_int_rte(255.0f * g.x), y = convert_int_rte(255.0f * g.y);
#else
    int x = g.x, y = g.y;
#endif
    int squares = x * x + y * y;
    if (squares == 0) return (uchar4)(0, 0, 0, 255);
    int length = convert_int(sqrt((float)squares));    // rounded down; the nearest may be one more
    if (squares > length * length + length) length++;
    int4 shadows = 256 * length + (int4)(256, -128, -128, 0) * x + (int4)(0, 222, -222, 0) * y;
    uchar4 colour = convert_uchar4_sat(min(length, 255) * max(shadows, (int4)(0)) / (512 * length));
    colour.w = 255;
    return colour;
}
#endif

// Work-item (x, y) makes pixel (x, y).  The sampler takes care of the border.
kernel void sobel_filter_ladder_image(write_only image2d_t out, read_only image2d_t in)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= get_image_width(out) || y >= get_image_height(out)) return;
    value v[3][3];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            v[j][i] = image_at(in, x + i - 1, y + j - 1);
    gradient g = gradient_of(v);
#if DIRECTION
    write_imageui(out, (int2)(x, y), convert_uint4(colour_of(g)));
#else
    value result = magnitude_of(g);
#if FORMAT == 0
    result.w = v[1][1].w;
#endif
    image_set(out, x, y, result);
#endif
}

#if DIRECTION
typedef uchar4 result_pixel;
#else
typedef pixel result_pixel;
#endif

// The picture is in a buffer.  `out_shape` is `shape` in pixels of `out`.
kernel void sobel_filter_ladder_buffer(global result_pixel *restrict out,
                                       global const pixel *restrict in, int4 shape, int4 out_shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v[3][3];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            v[j][i] = buffer_at(in, x + i - 1, y + j - 1, shape);
    gradient g = gradient_of(v);
#if DIRECTION
    out[out_shape.w + (long)y * out_shape.z + x] = colour_of(g);
#else
    value result = magnitude_of(g);
#if FORMAT == 0
    result.w = v[1][1].w;
#endif
    buffer_set(out, x, y, shape, result);
#endif
}
