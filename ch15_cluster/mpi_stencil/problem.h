// SPDX-License-Identifier: MIT
//
// problem - what all ranks are given: the plate, and how halos are exchanged.

#ifndef MPI_STENCIL_PROBLEM_H
#define MPI_STENCIL_PROBLEM_H

#include "plate.h"

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
