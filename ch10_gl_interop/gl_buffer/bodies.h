// SPDX-License-Identifier: MIT
//
// bodies - a disc of bodies that pull each other: its start, plain C that moves it, its energy.

#ifndef GL_BUFFER_BODIES_H
#define GL_BUFFER_BODIES_H

#include "ocl.h"

// Of one step; of the pull (see gl_buffer.cl).
static const double STEP = 0.02, SOFTENING = 0.1;

typedef struct {
    size_t n;
    cl_float4 *place;       // x, y, z, mass
    cl_float4 *velocity;    // x, y, z, 0
} bodies;

// A disc around the middle that turns; the masses add up to 1.  bodies_free frees it.
bodies bodies_start(size_t n, uint64_t seed);
void bodies_free(bodies *b);

// What one body felt at most: pulls added up without their signs, their growth per distance; how
// far and how fast a body was.
typedef struct {
    double pull, growth, place, speed;
} extremes;

// The places after so many steps, in double, from the start `b`.
extremes bodies_move_ref(cl_float4 *place, const bodies *b, size_t steps);

// How far floats may be from these places after so many steps.
double bodies_bound(const extremes *most, size_t n, size_t steps);

// The largest way of a body from the start to these places, along one axis.
double bodies_way(const cl_float4 *place, const bodies *b);

// Kinetic and potential energy together.
double bodies_energy(const cl_float4 *place, const cl_float4 *velocity, size_t n);

#endif
