// SPDX-License-Identifier: MIT
//
// bodies - a disc of bodies that pull each other: its start, plain C that moves it, its energy; and
// whether what was drawn is right.

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

// --- what the frames of one variant led to, and whether it is right

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
