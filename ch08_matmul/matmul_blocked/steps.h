// SPDX-License-Identifier: MIT
//
// steps - the kernels that carry out a plan, one after the other.

#ifndef MATMUL_STEPS_H
#define MATMUL_STEPS_H

#include "plan.h"

typedef struct {
    cl_kernel kernel;    // with its arguments
    ocl_range_2d range;
} matmul_step;

enum { MATMUL_MAX_STEPS = 4 };

typedef struct {
    const ocl_env *env;
    cl_program program;
    matmul_step steps[MATMUL_MAX_STEPS];
    size_t count, product;               // `product` is the step that multiplies
    cl_mem d_scratch[MATMUL_SCRATCH];    // NULL: not needed
} matmul_steps;

typedef struct {
    cl_mem c, a, b;
} matmul_buffers;

// Builds the plan's program, from matmul_blocked.cl or matmul_blocked_cpu.cl.
cl_program matmul_build_plan(const ocl_env *env, const matmul_plan *plan);

// The steps of this plan for these buffers.  matmul_blocked.c defines it; bench_matmul times the
// same steps.
matmul_steps matmul_make_steps(const ocl_env *env, const matmul_plan *plan,
                               const matmul_buffers *d);

// Enqueues the steps.  *first and *last, which the caller releases, are the events of the first and
// the last of them (twice the same event for one step).  Either may be NULL: a command without an
// event can follow the one before it more closely.
void matmul_enqueue_steps(const matmul_steps *steps, cl_event *first, cl_event *last);

// One run: nanoseconds from the start of the first step to the end of the last.
double matmul_run_ns(const matmul_steps *steps);

void matmul_release_steps(matmul_steps *steps);

#endif
