// SPDX-License-Identifier: MIT
//
// matmul_layout - what the blocked kernels of matmul make of A and B: whole tiles, panels, copies and their room.

#ifndef MATMUL_LAYOUT_H
#define MATMUL_LAYOUT_H

#include "matmul_blocking.h"

// What is multiplied: C is m x n, A m x k, B k x n; each extent less than 2^31.
typedef struct {
    const ocl_env *env;
    size_t m, n, k;
    cl_mem d_c, d_a, d_b;
    const char *sizes;    // for matmul_blocking_parse, of the blocked rungs; NULL: the default ones
} matmul_job;

// The extents of register_blocked in whole tiles, or how cpu_blocked shares out A's panels.
typedef struct {
    size_t m, n, k;
    size_t panels, items, part;    // panels of a work-item, work-items, panels packed at a time
    size_t floats[2];              // of the copies of A and B; 0: none
} matmul_layout;

matmul_layout matmul_lay_out(const matmul_job *job, const matmul_blocking *blocking);

// OCL_EXIT_PASS when a blocked rung can run with these sizes; else the exit status that says why not, and the
// message.
int matmul_can_run_blocked(const matmul_job *job, const matmul_blocking *blocking,
                           ocl_message *why);

#endif
