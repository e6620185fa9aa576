// SPDX-License-Identifier: MIT
//
// model - what read_imagef must return, by the rules of the specification ("Image Addressing and
// Filtering", section 8 of OpenCL 1.2), and how far off a device may be.

#ifndef SAMPLER_MODEL_H
#define SAMPLER_MODEL_H

#include "modes.h"
#include "ocl.h"

// A point in the coordinates of the mode.
typedef struct {
    float u, v;
} sampler_point;

// The four channels of a sample, and how much each of them may differ.
typedef struct {
    double value[4], bound[4];
} sampler_sample;

// The sample of an image with CL_UNORM_INT8 channels.  Order CL_RGBA: all channels of the picture;
// CL_R: its red channel only.
//
// Nearest: one texel, converted to float.  The specification allows 1.5 ulp.  The bound here is 1.5
// FLT_EPSILON of the value, which is up to twice as much.
//
// Linear: the specification gives no bound, so this one adds up what is known.  GPUs round the two
// fractions (how far a point lies between two texels) to 8 bits, which is an error of up to 2^-9.
// A coordinate is rounded to float up to three times.  A fraction that is off by e moves the result
// by at most e times the difference of the two texels.  The result may have 16 bits only.
//
// A point must be farther from the edges and centres of texels than these errors reach.  Otherwise
// a device may read other texels.
sampler_sample sampler_model(const sampler_mode *mode, const ocl_picture *picture,
                             cl_channel_order order, sampler_point at);

#endif
