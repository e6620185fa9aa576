// SPDX-License-Identifier: MIT
//
// Exercise 7 of brightness: a sum that cannot wrap.
//
// Each channel v of a pixel becomes GAIN / 256 * v + ADD; what is less than 0 becomes 0, what is
// more than MAX becomes MAX.  The alpha of an RGBA picture stays.
//
// The host sets FORMAT and BORDER (include/filter_pixels.h; the border has no meaning here), GAIN,
// an integer from 0 to 65535, and ADD, an integer from -255 to 255.  8 bits: MAX is 255; float: MAX
// is 1, and ADD is in 255ths.  A picture in a buffer has its shape (width, height, pitch, first) in
// pixels, and its rows begin on multiples of 64 bytes.

#include "filter_pixels.h"

#if !defined(GAIN) || !defined(ADD)
#error "the host must build this file with -D for each of the macros above"
#endif

// 8 bits: to the nearest integer, a tie is rounded up.  >> of a negative number rounds down, too.
value brighter(value v)
{
#if FORMAT == 2
    return clamp(v * (GAIN / 256.0f) + ADD / 255.0f, 0.0f, 1.0f);
#elif FORMAT == 1
    return clamp((v * GAIN + ADD * 256 + 128) >> 8, 0, 255);
#else
    int4 colour = clamp((v * GAIN + ADD * 256 + 128) >> 8, (int4)(0), (int4)(255));
    colour.w = v.w;
    return colour;
#endif
}

// Work-item (x, y) makes pixel (x, y).
kernel void brightness_image(write_only image2d_t out, read_only image2d_t in)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= get_image_width(out) || y >= get_image_height(out)) return;
    image_set(out, x, y, brighter(image_at(in, x, y)));
}

// One pixel in a buffer.
kernel void brightness_buffer(global pixel *restrict out, global const pixel *restrict in,
                              int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    buffer_set(out, x, y, shape, brighter(buffer_at(in, x, y, shape)));
}

#if FORMAT != 2

// Which bytes of a pixel change: all, but not alpha.
#if FORMAT == 1
#define COLOUR ((uchar16)(255))
#else
#define COLOUR                                                                                     \
    ((uchar16)((uchar4)(255, 255, 255, 0), (uchar4)(255, 255, 255, 0), (uchar4)(255, 255, 255, 0), \
               (uchar4)(255, 255, 255, 0)))
#endif
#define PIXELS (16 / (int)sizeof(pixel))    // of a vector

// Work-item (x, y) makes the 16 bytes from pixel PIXELS * x of row y on: one load, one store.  It
// may write bytes behind the end of the row, which belong to the row's padding.
kernel void brightness_vector(global pixel *restrict out, global const pixel *restrict in,
                              int4 shape)
{
    int x = PIXELS * (int)get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    size_t i = (shape.w + (size_t)y * shape.z + x) / PIXELS;
    uchar16 v = ((global const uchar16 *)in)[i];
    // _sat: conversions that clamp, here to 0 ... 255.
    uchar16 made = convert_uchar16_sat((convert_int16(v) * GAIN + (ADD * 256 + 128)) >> 8);
    ((global uchar16 *)out)[i] = select(v, made, COLOUR);
}

#if GAIN == 256

// Without a gain: the sum needs no more than 8 bits, because add_sat and sub_sat clamp.
kernel void brightness_add_sat(global pixel *restrict out, global const pixel *restrict in,
                               int4 shape)
{
    int x = PIXELS * (int)get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    size_t i = (shape.w + (size_t)y * shape.z + x) / PIXELS;
    uchar16 v = ((global const uchar16 *)in)[i];
#if ADD >= 0
    uchar16 more = COLOUR & (uchar)(ADD);
    //: skeleton
    //: ((global uchar16 *)out)[i] = v + more;
    //: solution
    ((global uchar16 *)out)[i] = min(v, (uchar16)(255) - more) + more;
    //: end
#else
    ((global uchar16 *)out)[i] = sub_sat(v, COLOUR & (uchar)(-(ADD)));
#endif
}

#endif
#endif
