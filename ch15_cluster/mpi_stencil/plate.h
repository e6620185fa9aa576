// SPDX-License-Identifier: MIT
//
// plate - the temperatures that the diffusion begins with, the answer in plain C, and a picture.

#ifndef MPI_STENCIL_PLATE_H
#define MPI_STENCIL_PLATE_H

#include "ocl.h"

typedef struct {
    size_t height, width;    // cells
    size_t steps;
    uint64_t seed;
} plate;

// The temperatures of a row before the first step, from 0 to 1: warm and cold squares, with noise.
void plate_row(const plate *p, size_t y, float *row);

// The temperatures after all steps, computed in double by one thread.
void plate_ref(const plate *p, float *ref);

// The largest difference that rounding can make.
double plate_bound(const plate *p);

// Exits with OCL_EXIT_USAGE when this bound is so large that a wrong answer could pass: after
// millions of steps of a large plate.
void plate_require_bound(const plate *p);

// Blue is cold, yellow is warm; before the first step on the left, after the last one on the right.
// `after` has all rows.  Exits with OCL_EXIT_USAGE when the file cannot be written.
void plate_picture(const plate *p, const float *after, const char *path);

#endif
