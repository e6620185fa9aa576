// SPDX-License-Identifier: MIT
//
// bodies - a disc of bodies; how they pull each other, in plain C; whether a device's pulls are
// these.

#ifndef NBODY_LADDER_BODIES_H
#define NBODY_LADDER_BODIES_H

#include "ocl.h"

#define SOFTENING2 0.01f

// Plain C looks at all bodies, or at `count` of them where all would take too long.
typedef struct {
    size_t n, count;
    cl_float4 *place;    // x, y, z, mass; the masses add up to about 1
    double *ref;         // 3 * (count + 1): see bodies_verify
    double *bounds;      // one for each of them
} bodies;

bodies bodies_make(size_t n, uint64_t seed);
void bodies_free(bodies *b);

// The pulls on the bodies that are looked at, in double: sets b->ref and b->bounds.
//
// A bound is that of a float sum of n terms whose roundings go up and down by chance: 8 sqrt(n)
// units of 2^-24 (Higham and Mary, "A New Approach to Probabilistic Rounding Error Analysis", 2019;
// 8 makes it certain enough), and 24 units for a term, of the sum of the terms' sizes.
void bodies_pull_ref(bodies *b);

// Compares the pulls on the bodies that are looked at; and for all bodies: masses times pulls add
// up to 0, because who pulls is pulled back.  Errors are shown as shares of their bounds.
ocl_result bodies_verify(const char *what, const cl_float4 *pulls, const bodies *b);

#endif
