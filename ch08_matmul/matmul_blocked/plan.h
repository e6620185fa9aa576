// SPDX-License-Identifier: MIT
//
// plan - everything that is decided before a product is computed, and the commands that carry it
// out.

#ifndef MATMUL_PLAN_H
#define MATMUL_PLAN_H

#include "blocking.h"
#include "shared/product/matrices.h"

// Buffers besides the matrices: copies of A and B, padded or packed, and tiles computed in parts.
enum { MATMUL_COPY_A, MATMUL_COPY_B, MATMUL_PARTS, MATMUL_SCRATCH };

typedef struct {
    // register_blocked: the extents in whole tiles.  The tiles from `whole` on are computed in
    // part_count parts.  The first part has first_steps of the steps along k, each other part has
    // later_steps.  Where there is one part, it has all steps.
    size_t m, n, k;
    size_t tiles, whole, part_count, first_steps, later_steps;
    // cpu_blocked: panels of A per work-item, work-items, panels and products along k packed at a
    // time.
    size_t panels, items, packed, depth;
    size_t floats[MATMUL_SCRATCH];    // of each buffer; 0: not needed
} matmul_layout;

typedef struct {
    const char *variant;
    size_t m, n, k;    // C is m x n, A is m x k, B is k x n
    matmul_blocking blocking;
    matmul_layout layout;
} matmul_plan;

// Fills in the layout of a plan that has all else.  OCL_EXIT_PASS when the device can carry it out;
// else the exit status that says why not, and the message.
int matmul_plan_make(matmul_plan *plan, cl_device_id device, ocl_message *why);

typedef struct {
    cl_kernel kernel;    // with its arguments
    ocl_range_2d range;
} matmul_step;

enum { MATMUL_MAX_STEPS = 4 };

// The kernels that carry out a plan, one after the other.
typedef struct {
    const ocl_env *env;
    cl_program program;
    matmul_step steps[MATMUL_MAX_STEPS];
    size_t count;
    cl_mem d_scratch[MATMUL_SCRATCH];    // NULL: not needed
} matmul_steps;

typedef struct {
    cl_mem c, a, b;
} matmul_buffers;

// The steps of this plan for these buffers.  matmul_blocked.c defines it; bench_matmul times the
// same steps.
matmul_steps matmul_make_steps(const ocl_env *env, const matmul_plan *plan,
                               const matmul_buffers *d);

// Builds the plan's program, from matmul_blocked.cl or matmul_blocked_cpu.cl.
cl_program matmul_build_plan(const ocl_env *env, const matmul_plan *plan);

// Enqueues the steps.  *first and *last, which the caller releases, are the events of the first and
// the last of them (twice the same event for one step).  Either may be NULL: a command without an
// event can follow the one before it more closely.
void matmul_enqueue_steps(const matmul_steps *steps, cl_event *first, cl_event *last);

void matmul_release_steps(matmul_steps *steps);

#endif
