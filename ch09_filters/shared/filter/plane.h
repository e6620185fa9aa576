// SPDX-License-Identifier: MIT
//
// plane - a host picture in one of the three formats that the filters work on, and what lies
// outside of it.

#ifndef PLANE_H
#define PLANE_H

#include "ocl.h"

// --format.  The kernels have the same numbers (kernels/include/filter_pixels.h).
typedef enum {
    PLANE_RGBA,     // four channels of 8 bits
    PLANE_GREY,     // one channel of 8 bits: the luminance
    PLANE_FLOAT,    // one channel, float: the luminance, 0 to 1
    PLANE_FORMATS
} plane_format;

// --border: the value of a pixel outside of the picture.
typedef enum {
    BORDER_EDGE,       // of the nearest pixel of the picture
    BORDER_REFLECT,    // of its mirror image; the mirror stands on the edge of the last pixel
    BORDER_ZERO,       // 0 in all channels
} plane_border;

// Rows from the top, pixels from the left, no padding.
typedef struct {
    plane_format format;
    size_t width, height;    // in pixels
    size_t channels;         // 4 or 1
    size_t pixel_bytes;      // 4, 1 or 4
    void *data;              // malloc'ed
} plane;

// The picture in that format.  Grey is (77 R + 150 G + 29 B + 128) / 256, after ITU-R BT.601.
plane plane_from_picture(const ocl_picture *picture, plane_format format);

// A plane whose bytes are all 0xff.
plane plane_new(plane_format format, size_t width, size_t height);

// A plane of the same size and format, every byte 0xff.
plane plane_like(const plane *other);
void plane_free(plane *p);
size_t plane_bytes(const plane *p);

// The format of an image that holds such a plane.
cl_image_format plane_image_format(const plane *p);

// The index from 0 to n - 1 that the border gives for i; -1 for BORDER_ZERO outside.
ptrdiff_t plane_index(ptrdiff_t i, size_t n, plane_border border);

// One channel of a pixel, inside or outside of the picture.
double plane_at(const plane *p, ptrdiff_t x, ptrdiff_t y, size_t channel, plane_border border);

// A channel of the picture with `radius` pixels of border on all sides, for references with large
// windows: rows of width + 2 radius floats, which hold all values exactly.  malloc'ed.
float *plane_padded(const plane *p, size_t channel, size_t radius, plane_border border);

// Sets one channel of a pixel inside of the picture.  8 bits: the nearest integer from 0 to 255; a
// tie is rounded up.
void plane_set(plane *p, size_t x, size_t y, size_t channel, double value);

// Compares all channels of all pixels: 8 bits exactly, float within the bound.
ocl_result plane_verify(const char *what, const plane *got, const plane *want, double bound);

// Writes the picture for --output.  Floats are clamped to 0 ... 1.
void plane_output(const plane *p, const char *path);

#endif
