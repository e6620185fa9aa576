// SPDX-License-Identifier: MIT
//
// regression - what linear_regression and parabolic_regression have in common: options, points,
// how the device divides the work, and what is reported.

#ifndef REGRESSION_H
#define REGRESSION_H

#include "shared/least_squares.h"

// The rungs, in the order of REGRESSION_VARIANTS.
enum { BOOK, CENTRED, TREE, PAIRS, DOUBLES, RUNGS };
extern const char *const REGRESSION_VARIANTS[];

typedef struct {
    ocl_options options;
    int degree;       // 1: a line, 2: a parabola
    double offset;    // of the generated x
    size_t shape;     // 0: the device decides; 1: as for a CPU; 2: as for a GPU
} regression_settings;

regression_settings regression_parse(int argc, char **argv, const char *name, int degree);

// The points of --input, or generated ones.  Exits with OCL_EXIT_USAGE when the file is malformed,
// when the points determine no curve, or when they do not fit the device's memory.
xy_points regression_points(const ocl_env *env, const regression_settings *settings);

// How work is divided.  least_squares.h of the kernels explains the sizes.
typedef struct {
    size_t group, lanes, width, rows, double_rows;
    size_t local;    // work-items of a work-group from TREE on
    bool fp64;       // the device has double
} regression_shape;

regression_shape regression_choose(const regression_settings *settings, cl_device_id device);

// What the rungs differ in.
typedef struct {
    size_t groups;         // work-groups, each with its own sums
    size_t local;          // work-items in each
    bool any_local;        // any other number of work-items finds the same bits
    size_t sum_bytes;      // of one sum: a float, a pair of floats, a double
    size_t point_bytes;    // of one point that the kernel reads
    ls_frame frame;        // of its sums
} regression_rung;

regression_rung regression_rung_of(int variant, const regression_shape *shape,
                                   const xy_points *points);

// Floats of one plane of x or y: n, rounded up so that the second plane is aligned.
size_t regression_plane(size_t n);

// x or y as the rung reads it, malloc'ed: doubles as they are, others as two planes of floats.
void *regression_pack(int variant, const double *values, size_t n, size_t *bytes);

// Arguments 4, 5 and 6 of all kernels but `book`: centre, scale and, for floats, the plane.
void regression_set_frame(cl_kernel kernel, int variant, const ls_frame *frame, size_t n);

// Adds the sums of all work-groups, in order, and solves.
ls_fit regression_add(int variant, int degree, const regression_rung *rung, const void *sums,
                      size_t n);

// The facts of a run that are not on the device.
typedef struct {
    const regression_settings *settings;
    const regression_shape *shape;
    const xy_points *points;
    ls_fit ref;
    ls_range range;
    ls_fit fits[RUNGS];
    bool done[RUNGS];
} regression_answers;

// The reference; exits with OCL_EXIT_USAGE when the points determine no curve in its arithmetic.
void regression_reference(regression_answers *answers);

// Whether the rung can run.  If not, a note says why: floats cannot hold the points, which are too
// large or too close to each other, or the device has no double.
bool regression_can(const regression_answers *answers, int variant, ocl_report *report);

// Compares a rung's fit with the reference, and remembers it.
ocl_result regression_verify(regression_answers *answers, int variant, const regression_rung *rung,
                             const ls_fit *fit);

// Two tables: the correct digits of each rung, then the curve of the last rung that ran.  Then the
// chart of --output.
void regression_report(const regression_answers *answers, ocl_report *report);

#endif
