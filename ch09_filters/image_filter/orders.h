// SPDX-License-Identifier: MIT
//
// orders - in which order an image stores the channels of a pixel.

#ifndef IMAGE_FILTER_ORDERS_H
#define IMAGE_FILTER_ORDERS_H

#include "ocl.h"

// The number of channels that such an image stores: 4 of CL_RGBA, CL_BGRA and CL_ARGB, 1 of CL_R.
size_t channels_of(cl_channel_order order);

// Each pixel in this order, as an image of CL_UNORM_INT8 stores it.  Of CL_R it is the luminance
// (77 R + 150 G + 29 B + 128) / 256.  malloc'ed.
uint8_t *pack(const ocl_picture *picture, cl_channel_order order);

// Back to red, green, blue, alpha.  CL_R gives grey pixels.
void unpack(ocl_picture *picture, const uint8_t *packed, cl_channel_order order);

#endif
