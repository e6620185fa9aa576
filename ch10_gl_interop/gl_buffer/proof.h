// SPDX-License-Identifier: MIT
//
// proof - what the frames of one variant led to, and whether it is right.

#ifndef GL_BUFFER_PROOF_H
#define GL_BUFFER_PROOF_H

#include "bodies.h"

// The arrays have an element per body.
typedef struct {
    ocl_times times, give;          // of a frame; of the places, from OpenCL to OpenGL
    cl_float4 *early;               // what OpenGL draws after the steps that plain C makes, too
    cl_float4 *place, *velocity;    // after the last frame
    ocl_picture picture;            // the last frame
    bool draws_zeros;               // a known fault of the driver: the picture is not compared
} outcome;

// What it is compared with.
typedef struct {
    const bodies *start;
    const cl_float4 *ref;    // after `steps` steps
    size_t steps;
    extremes most;
    cl_float4 *first;    // the last places of the first variant; NULL before it has run
} proof;

// A row of the variant with its times, and rows of the last frame: energy, pixels, and whether it
// is that of the first variant.
void proof_report(ocl_report *report, const char *name, const outcome *o, const proof *p);

// Keeps the last places in `first` if there are none yet; frees the rest.
void proof_keep_first(proof *p, outcome *o);

#endif
