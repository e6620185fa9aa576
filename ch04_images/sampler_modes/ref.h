// SPDX-License-Identifier: MIT
//
// ref - the turned picture in plain C, with what a sampler does written out.

#ifndef SAMPLER_MODES_REF_H
#define SAMPLER_MODES_REF_H

#include "ocl.h"

// What is turned, and how.  step: as in sampler_modes.cl.
typedef struct {
    const ocl_picture *picture;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_float2 step;
} rotation;

// Makes the turned picture in `ref`, which is as large as the picture.
void sampler_modes_ref(ocl_picture *ref, const rotation *r);

// Compares `out`, the device's picture, with `ref`.  A device finds the place in the image up to
// `slack` pixels beside the exact one:
//
// - A GPU keeps 8 bits of the fraction of a coordinate, and may cut the others off: 2^-8.
// - The kernel and the sampler round to float less than twelve times, by 2^-24 of the largest
//   coordinate each.
//
// Linear: a pixel further along an axis the colour is another one by at most 255 levels, so the
// result may be off by 255 * slack per axis; storing it as a byte allows 0.6, and `ref` is rounded,
// too.  A driver's known loss is added.
//
// Nearest: the colours are equal.  But a point that is closer to an edge than `slack` may be found
// on its other side.  There `ref` gets the colour of `out` if it is that of either side.
ocl_result sampler_modes_verify(cl_device_id device, const ocl_picture *out, ocl_picture *ref,
                                const rotation *r);

#endif
