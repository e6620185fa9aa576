// SPDX-License-Identifier: MIT
//
// launch - what the rungs of histogram_ladder work with, and what one of them needs.

#ifndef HISTOGRAM_LADDER_LAUNCH_H
#define HISTOGRAM_LADDER_LAUNCH_H

#include "results.h"
#include "settings.h"

typedef struct {
    const ocl_env *env;
    ocl_pace *pace;
    const ladder_settings *settings;
    cl_program programs[HISTOGRAM_PROGRAMS];
    cl_mem d_pictures[MAX_COPIES];    // the same picture of n pixels
    cl_uint n;
} setting;

// What the runs of one rung need.  merge: only BY_SECOND_KERNEL.
typedef struct {
    const histogram_rung *rung;
    cl_kernel count, merge;
    size_t global, local, merge_local;
    histogram_results results;
    cl_uint pixels_index;    // of the argument `pixels`
} launch;

#endif
