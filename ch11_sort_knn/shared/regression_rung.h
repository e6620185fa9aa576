// SPDX-License-Identifier: MIT
//
// regression_rung - what the rungs of the regressions differ in: the numbers that they add, and how
// the device divides the points.

#ifndef REGRESSION_RUNG_H
#define REGRESSION_RUNG_H

#include "shared/least_squares/least_squares.h"

// The rungs, in the order of REGRESSION_VARIANTS.
enum { BOOK, CENTRED, TREE, PAIRS, DOUBLES, RUNGS };
extern const char *const REGRESSION_VARIANTS[];

// How work is divided.  least_squares.h of the kernels explains the sizes.
typedef struct {
    size_t group, lanes, width, rows, double_rows;
    size_t local;    // work-items of a work-group from TREE on
    bool fp64;       // the device has double
    bool rounds;     // each sum of floats is rounded to float, which pairs of floats need
} regression_shape;

// The blocks of points for a device; kind 0: its own, 1: those of a CPU, 2: those of a GPU.
regression_shape regression_choose(size_t kind, cl_device_id device);

// Builds the sample's kernels with these sizes.
cl_program regression_build(const ocl_env *env, const char *file, const regression_shape *shape);

typedef struct {
    size_t groups;         // work-groups, each with its own sums
    size_t local;          // work-items in each
    bool any_local;        // any other number of work-items finds the same bits
    size_t sum_bytes;      // of one sum: a float, a pair of floats, a double
    size_t point_bytes;    // of one point that the kernel reads
    size_t additions;      // of floats or doubles, one after the other, on the way to a sum
    ls_frame frame;        // of its sums
} regression_rung;

regression_rung regression_rung_of(int variant, const regression_shape *shape,
                                   const xy_points *points);

// NULL where the rung's numbers can hold the points and all sums of a work-group; else why not.
const char *regression_too_much(int variant, int degree, const regression_rung *rung,
                                const xy_points *points);

// Floats of one plane of x or y: n, rounded up so that the second plane is aligned.
size_t regression_plane(size_t n);

// x or y as the rung reads it, malloc'ed: doubles as they are, others as two planes of floats.
void *regression_pack(int variant, const double *values, size_t n, size_t *bytes);

// A buffer with that.
cl_mem regression_upload(const ocl_env *env, int variant, const double *values, size_t n);

// Arguments 4, 5 and 6 of all kernels but `book`: centre, scale and, for floats, the plane.
void regression_set_frame(cl_kernel kernel, int variant, const ls_frame *frame, size_t n);

// Adds the sums of all work-groups, in order, and solves.
ls_fit regression_add(int variant, int degree, const regression_rung *rung, const void *sums,
                      size_t n);

#endif
