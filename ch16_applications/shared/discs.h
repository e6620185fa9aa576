// SPDX-License-Identifier: MIT
//
// discs - equal discs in a square box: made, moved by plain C, drawn.
//
// All numbers are whole: lengths in 1/1024 of a diameter, times in steps.

#ifndef SHARED_DISCS_H
#define SHARED_DISCS_H

#include "ocl.h"

// As in particles.cl.  FASTEST is the most that a disc moves to a side in a step, at first.
enum { DIAMETER = 1024, RADIUS = DIAMETER / 2, SOFTNESS = 1 << 26, FASTEST = 40 };

typedef struct {
    size_t n;
    int side, cells;                   // of the box; cells of the grid in each direction
    cl_int2 *at, *velocity, *force;    // of each disc; the force is that of the last step
} discs;

// No two of them touch.
discs discs_make(size_t n, uint64_t seed);

// One step.  Looks at all pairs.
void discs_step(discs *d);

// Fast discs are red, slow ones are blue.
void discs_draw(const discs *d, const char *path);

void discs_free(discs *d);

#endif
