// SPDX-License-Identifier: MIT
//
// plate - what all ranks are given: the temperatures that the diffusion begins with, and how halos
// are exchanged; the answer in plain C, and a picture.

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

// --- what all ranks are given

extern const char *const STENCIL_VARIANTS[];
enum { WAIT, OVERLAP, DEEP, STENCIL_COUNT };    // the places of their names there

typedef struct {
    plate plate;
    size_t halo;          // rows of a halo of `deep`
    size_t network_us;    // an exchange takes so long at least
    size_t deadline;      // seconds
} stencil_settings;

ocl_options stencil_parse(int argc, char **argv, stencil_settings *settings);

// The plate: the size that was given, or a default that fits the device.  All ranks call it.
void stencil_fit(ocl_options *options, const ocl_env *env, plate *p);

// A number that is the same in all ranks if they were given the same problem.
uint64_t stencil_same(const ocl_options *options, const stencil_settings *settings);

#endif
