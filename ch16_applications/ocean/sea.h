// SPDX-License-Identifier: MIT
//
// sea - the waves that a sea begins with, and the water in plain C, in double.

#ifndef OCEAN_SEA_H
#define OCEAN_SEA_H

#include "ocl.h"

enum { FRAMES = 64 };    // after so many frames all begins anew

// Makes n x n waves by chance: begin[i] has the strength of wave i, and of the one that runs the
// other way (its conjugate); both turn turns[i] times in all frames.  The root of the mean square
// of the heights is 0.6 m.  Places are 1 m apart.
void make_sea(cl_float4 *begin, cl_uint *turns, size_t n, double wind, uint64_t seed);

// k / n of a full turn, for k below n / 2: cosine and sine.
void make_roots(cl_float2 *roots, size_t n);

// Sums of squares over all waves: of the waves, and of the lengths of the numbers of which heights
// and slopes are made, for the bounds.
typedef struct {
    double energy, heights, slopes;
} sums;

// Heights and slopes of n x n waves at this frame, in double: first all heights, then all slopes.
sums water_ref(cl_float2 *water, const cl_float4 *begin, const cl_uint *turns, size_t n,
               unsigned frame);

#endif
