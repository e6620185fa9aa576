// SPDX-License-Identifier: MIT
//
// plan - everything that is decided before a product is computed.  A plan is made once and then
// only read.

#ifndef MATMUL_PLAN_H
#define MATMUL_PLAN_H

#include "blocking.h"
#include "shared/matrices.h"

enum { MATMUL_VARIANT_COUNT = 3 };
extern const char *const MATMUL_VARIANTS[];    // ended by NULL

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
    size_t m, n, k;       // C is m x n, A is m x k, B is k x n
    const char *sizes;    // --blocking; NULL: not given
    matmul_blocking blocking;
    matmul_layout layout;
} matmul_plan;

// Fills in blocking and layout.  The caller has set the other fields.  OCL_EXIT_PASS when the plan
// can be carried out on env's device; else the exit status that says why not, and the message.
// Malformed sizes exit with OCL_EXIT_USAGE.
int matmul_plan_make(matmul_plan *plan, const ocl_env *env, ocl_message *why);

// The same, but blocking is also set.
int matmul_plan_lay_out(matmul_plan *plan, cl_device_id device, ocl_message *why);

// The plans for the variants that --variant asks for, and how many.  Notes in the report say which
// sizes each has.  A variant that cannot run is left out with a note, or ends the program when it
// was asked for.  When all variants run, a kernel for the other kind of device is left out of large
// products.
size_t matmul_make_plans(matmul_plan plans[MATMUL_VARIANT_COUNT], const ocl_env *env,
                         ocl_report *report, const matmul_matrices *x, const char *sizes);

#endif
