// SPDX-License-Identifier: MIT
//
// filters - the weights of three filters; in which order an image stores the channels of a pixel.

#ifndef IMAGE_FILTER_FILTERS_H
#define IMAGE_FILTER_FILTERS_H

#include "ocl.h"

enum { FILTERS = 3, MAX_WINDOW = 5 };

// Rows go from the top, as those of the picture.
typedef struct {
    const char *name;
    cl_int window;                             // odd
    float weights[MAX_WINDOW * MAX_WINDOW];    // window * window of them; their sum is 1
} filter;
extern const filter FILTER[FILTERS];

// For --filter: "all", then their names, then NULL.
extern const char *const FILTER_NAMES[];

// The number of channels that such an image stores: 4 of CL_RGBA, CL_BGRA and CL_ARGB, 1 of CL_R.
size_t channels_of(cl_channel_order order);

// Each pixel in this order, as an image of CL_UNORM_INT8 stores it.  Of CL_R it is the luminance
// (77 R + 150 G + 29 B + 128) / 256.  malloc'ed.
uint8_t *pack(const ocl_picture *picture, cl_channel_order order);

// Back to red, green, blue, alpha.  CL_R gives grey pixels.
void unpack(ocl_picture *picture, const uint8_t *packed, cl_channel_order order);

#endif
