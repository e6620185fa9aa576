// SPDX-License-Identifier: MIT
//
// reference - the water in plain C, in double.

#ifndef OCEAN_REFERENCE_H
#define OCEAN_REFERENCE_H

#include "ocl.h"

// Sums of squares over all waves: of the waves, and of the lengths of the numbers of which heights
// and slopes are made, for the bounds.
typedef struct {
    double energy, heights, slopes;
} sums;

// Heights and slopes of n x n waves at this frame, in double: first all heights, then all slopes.
sums water_ref(cl_float2 *water, const cl_float4 *begin, const cl_uint *turns, size_t n,
               unsigned frame);

#endif
