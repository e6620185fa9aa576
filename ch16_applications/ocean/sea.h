// SPDX-License-Identifier: MIT
//
// sea - the waves that a sea begins with.

#ifndef OCEAN_SEA_H
#define OCEAN_SEA_H

#include "ocl.h"

enum { FRAMES = 64 };    // after so many frames all begins anew

// Draws n x n waves by chance: begin[i] has the strength of wave i, and of the one that runs the
// other way (its conjugate); both turn turns[i] times in all frames.  The root of the mean square
// of the heights is 0.6 m.  Places are 1 m apart.
void make_sea(cl_float4 *begin, cl_uint *turns, size_t n, double wind, uint64_t seed);

#endif
