// SPDX-License-Identifier: MIT
//
// sampler_model - what read_imagef must give by the specification's rules, "Image Addressing and Filtering"
// (section 8 of OpenCL 1.2), and how far off a device may be.

#ifndef SAMPLER_MODEL_H
#define SAMPLER_MODEL_H

#include "ocl.h"

typedef struct {
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_bool normalized;    // coordinates from 0 to 1 across the image, else in texels
} sampler_mode;

// The four channels at (u, v) of the picture as an image of CL_UNORM_INT8 channels, of order CL_RGBA or, with
// the picture's red, CL_R; and for each channel how much a device's answer may differ.
//
// Nearest: one texel, converted to float within 1.5 ulp, as the specification asks; 1.5 FLT_EPSILON of the value are
// allowed here, which is up to twice as much.
//
// Linear: the specification gives no bound.  GPUs round the two fractions, which say how far between two texels
// a point is, to 8 bits: off by up to 2^-9.  Coordinates go through up to three roundings to float on their
// way.  A fraction that is off by e moves the result by e times the difference of the two texels at most.
// The result may be kept to 16 bits.
//
// Points have to be farther from texels' edges and centres than these errors reach: there a device may read
// other texels.
void sampler_model(sampler_mode mode, const ocl_picture *picture, cl_channel_order order, float u,
                   float v, double want[4], double bound[4]);

#endif
