// SPDX-License-Identifier: MIT
//
// matmul_run - a product to make: its matrices, on the host and on the device, and timed runs of the variants.

#ifndef MATMUL_RUN_H
#define MATMUL_RUN_H

#include "check.h"
#include "launch.h"

typedef struct {
    matmul_job job;
    float *a, *b, *c;    // on the host
    matmul_check check;
} matmul_problem;

// Matrices from the seed, uniform in [-1, 1].  Extents that the device or the host has no room for exit
// with OCL_EXIT_USAGE.
matmul_problem matmul_open(const ocl_env *env, const size_t mnk[3], matmul_method method);
void matmul_close(matmul_problem *problem);

// Two operations a product.
double matmul_operations(const matmul_job *job);

// About how long a run takes, from one of the first rows.  The variant must be one that can run.
double matmul_estimate_ns(const matmul_job *job, const char *variant);

// One run to warm up, then options->repeat runs, but after `most_ns` no further one: a warm-up as long as
// that is the only run.  c holds the answer.
ocl_times matmul_time(const matmul_problem *problem, const matmul_launch *launch, double most_ns);

#endif
