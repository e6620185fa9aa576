// SPDX-License-Identifier: MIT
//
// matmul_layout - what the blocked kernels of matmul make of A and B: whole tiles, panels, copies and their room.

#ifndef MATMUL_LAYOUT_H
#define MATMUL_LAYOUT_H

#include "blocking.h"

// What is multiplied: C is m x n, A m x k, B k x n; each extent less than 2^31.
typedef struct {
    const ocl_env *env;
    size_t m, n, k;
    cl_mem d_c, d_a, d_b;
    const char *sizes;    // for matmul_blocking_parse, of the blocked rungs; NULL: the default ones
} matmul_job;

// Buffers beside the matrices: copies of A and B, padded or packed, and tiles made in parts.
enum { MATMUL_COPY_A, MATMUL_COPY_B, MATMUL_PARTS, MATMUL_SCRATCH };

// What register_blocked or cpu_blocked makes of the matrices.
typedef struct {
    // register_blocked: the extents in whole tiles, and the parts in which the tiles from `whole` on are made: the first
    // one of first_steps (of all steps along k where there is one part), the others of later_steps.
    size_t m, n, k;
    size_t tiles, whole, part_count, first_steps, later_steps;
    // cpu_blocked: panels of A of a work-item, work-items, panels and products along k packed at a time.
    size_t panels, items, packed, depth;
    size_t floats[MATMUL_SCRATCH];    // of each buffer; 0: not needed
} matmul_layout;

matmul_layout matmul_lay_out(const matmul_job *job, const matmul_blocking *blocking);

// OCL_EXIT_PASS when a blocked rung can run with these sizes; else the exit status that says why not, and the
// message.
int matmul_can_run_blocked(const matmul_job *job, const matmul_blocking *blocking,
                           ocl_message *why);

#endif
