// SPDX-License-Identifier: MIT
//
// colour - from the samples of the components to the colour of a pixel.
//
// The host sets COLOUR, what the components are: one of the numbers below.

#ifndef COLOUR
#error "the host must build this file with -DCOLOUR="
#endif

#define GREY  0
#define YCBCR 1
#define RGB   2
#define CMYK  3
#define YCCK  4

#include "jpeg_component.h"

// Four numbers of 0 to 255 as the bytes of one.
#define PACK(a, b, c, d) ((a) | (b) << 8 | (c) << 16 | (d) << 24)

// Colour, before it is rounded down and clamped to 0 to 255.  The constants are multiples of
// 2^-16, as in libjpeg; so their products and the sums below 256 are exact in a float.
#define RED(y, cr)       ((y) + 0.5f + (cr) * (91881 / 65536.0f))
#define GREEN(y, cb, cr) ((y) + 0.5f - (cb) * (22554 / 65536.0f) - (cr) * (46802 / 65536.0f))
#define BLUE(y, cb)      ((y) + 0.5f + (cb) * (116130 / 65536.0f))

// The pixel of one sample of each component.  inverted: of CMYK and YCCK, 255 is no ink.
uint pixel_of(float s0, float s1, float s2, float s3, uint inverted)
{
    int r = (int)s0, g = r, b = r;
#if COLOUR == YCBCR || COLOUR == YCCK
    r = clamp((int)RED(s0, s2 - 128.0f), 0, 255);
    g = clamp((int)GREEN(s0, s1 - 128.0f, s2 - 128.0f), 0, 255);
    b = clamp((int)BLUE(s0, s1 - 128.0f), 0, 255);
#elif COLOUR == RGB || COLOUR == CMYK
    g = (int)s1;
    b = (int)s2;
#endif
#if COLOUR == YCCK    // what was coded as R, G, B is 255 - C, 255 - M, 255 - Y
    r = 255 - r;
    g = 255 - g;
    b = 255 - b;
#endif
#if COLOUR == YCCK || COLOUR == CMYK
    const int k = inverted ? (int)s3 : 255 - (int)s3;
    if (!inverted) {
        r = 255 - r;
        g = 255 - g;
        b = 255 - b;
    }
    r = (r * k + 127) / 255;
    g = (g * k + 127) / 255;
    b = (b * k + 127) / 255;
#endif
    return as_uint(PACK(r, g, b, 255));
}

// The row of a component's samples from which row y of the picture is made.
global const uchar *row_of(global const uchar *samples, constant component *c, size_t y, uint v_max)
{
    return samples + 64 * (size_t)c->first_block + y * c->v / v_max * 8 * c->blocks_x;
}

// Upsampling: a pixel takes the sample at its place, scaled by h / h_max and v / v_max, rounded
// down.
uint pixel_at(global const uchar *samples, constant component *c, uint2 place, uint2 most,
              uint inverted)
{
#define SAMPLE_OF(i) row_of(samples, c + i, place.y, most.y)[(size_t)place.x * c[i].h / most.x]
    const float s0 = SAMPLE_OF(0);
#if COLOUR == GREY
    return pixel_of(s0, 0.0f, 0.0f, 0.0f, inverted);
#elif COLOUR == YCBCR || COLOUR == RGB
    return pixel_of(s0, SAMPLE_OF(1), SAMPLE_OF(2), 0.0f, inverted);
#else
    return pixel_of(s0, SAMPLE_OF(1), SAMPLE_OF(2), SAMPLE_OF(3), inverted);
#endif
}
