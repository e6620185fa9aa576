// SPDX-License-Identifier: MIT
//
// formats - formats in which a pixel is one number, and the plain C answer for each.

#ifndef PACKED_PIXELS_FORMATS_H
#define PACKED_PIXELS_FORMATS_H

#include "ocl.h"

enum { PACKED_COUNT = 4 };

typedef struct {
    const char *name;    // for --variant
    cl_image_format format;
    size_t bytes;          // of a pixel
    unsigned bits[4];      // of red, green, blue, alpha
    unsigned shift[4];     // from the lowest bit of the number
    const char *macros;    // the same for the kernels
} packed_format;

extern const packed_format PACKED_FORMATS[PACKED_COUNT];
extern const char *const PACKED_NAMES[PACKED_COUNT + 1];    // ended by NULL

// The fields of a packed pixel.
void packed_fields(const packed_format *f, const void *packed, size_t i, uint32_t field[4]);

// The packed pixels of a picture, and what they become again: four floats per pixel.
void packed_ref(const packed_format *f, const ocl_picture *picture, void *packed, float *colours);

// What write_imagef must store: the fields of each colour before they are rounded.
void packed_exact(const packed_format *f, const float *colours, float *exact, size_t pixels);

#endif
