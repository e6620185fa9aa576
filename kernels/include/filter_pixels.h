// SPDX-License-Identifier: MIT
//
// The pixels of a filter: three formats, three borders, in images and in buffers.
//
// The host sets
//     FORMAT  0: four channels of 8 bits; 1: one channel of 8 bits; 2: one channel, float
//     BORDER  outside of the picture lies 0: the nearest pixel; 1: the mirror image; 2: zero
//
// A `pixel` is what memory holds.  A `value` is what is computed with: no overflow, no rounding.

#if !defined(FORMAT) || !defined(BORDER)
#error "the host must build this file with -D for each of the macros above"
#endif

#if FORMAT == 0
typedef uchar4 pixel;
typedef int4 value;
#define TO_VALUE(p) convert_int4(p)
#define TO_PIXEL(v) convert_uchar4(v)
#elif FORMAT == 1
typedef uchar pixel;
typedef int value;
#define TO_VALUE(p) ((int)(p))
#define TO_PIXEL(v) ((uchar)(v))
#else
typedef float pixel;
typedef float value;
#define TO_VALUE(p) (p)
#define TO_PIXEL(v) (v)
#endif

// The index from 0 to n - 1 that stands for i; with BORDER 2, -1 for one outside.
int inside(int i, int n)
{
#if BORDER == 0
    return clamp(i, 0, n - 1);
#elif BORDER == 1
    i = (i < 0 ? -1 - i : i) % (2 * n);    // runs through 0 ... n - 1, n - 1 ... 0
    return min(i, 2 * n - 1 - i);
#else
    return i >= 0 && i < n ? i : -1;
#endif
}

// What an image returns for a pixel outside: CLAMP gives zero in all channels of an RGBA image, and
// in the first channel of an image with fewer.
constant sampler_t FILTER_SAMPLER = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST |
                                    (BORDER == 2 ? CLK_ADDRESS_CLAMP : CLK_ADDRESS_CLAMP_TO_EDGE);

value image_at(read_only image2d_t in, int x, int y)
{
#if BORDER == 1    // a sampler reflects only at normalised coordinates
    x = inside(x, get_image_width(in));
    y = inside(y, get_image_height(in));
#endif
#if FORMAT == 0
    return convert_int4(read_imageui(in, FILTER_SAMPLER, (int2)(x, y)));
#elif FORMAT == 1
    return (int)read_imageui(in, FILTER_SAMPLER, (int2)(x, y)).x;
#else
    return read_imagef(in, FILTER_SAMPLER, (int2)(x, y)).x;
#endif
}

void image_set(write_only image2d_t out, int x, int y, value v)
{
#if FORMAT == 0
    write_imageui(out, (int2)(x, y), convert_uint4(v));
#elif FORMAT == 1
    write_imageui(out, (int2)(x, y), (uint4)((uint)v, 0, 0, 0));
#else
    write_imagef(out, (int2)(x, y), (float4)(v, 0.0f, 0.0f, 0.0f));
#endif
}

// A picture in a buffer: shape.x pixels wide, shape.y rows high, rows shape.z pixels apart, the
// first pixel at index shape.w.
value buffer_at(global const pixel *in, int x, int y, int4 shape)
{
    x = inside(x, shape.x);
    y = inside(y, shape.y);
    if (BORDER == 2 && (x < 0 || y < 0)) return (value)(0);
    return TO_VALUE(in[shape.w + (long)y * shape.z + x]);
}

void buffer_set(global pixel *out, int x, int y, int4 shape, value v)
{
    out[shape.w + (long)y * shape.z + x] = TO_PIXEL(v);
}
