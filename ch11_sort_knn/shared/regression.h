// SPDX-License-Identifier: MIT
//
// regression - what regression_accuracy and parabolic_regression have in common: options, device,
// points, reference, comparison, report.

#ifndef REGRESSION_H
#define REGRESSION_H

#include "regression_rung.h"
#include "shared/least_squares/ls_report.h"

typedef struct {
    ocl_options options;
    int degree;       // 1: a line, 2: a parabola
    double offset;    // of the generated x
    size_t shape;     // of the blocks, for regression_choose
} regression_settings;

regression_settings regression_parse(int argc, char **argv, const char *name, int degree);

// The points of --input, or generated ones.  Exits with OCL_EXIT_USAGE when the file is malformed,
// when the points determine no curve, or when they do not fit the device's memory.
xy_points regression_points(cl_device_id device, const regression_settings *settings);

// What the rungs are compared with, and what they found.
typedef struct {
    const regression_settings *settings;
    const xy_points *points;
    ls_answer right;
    ls_found found[RUNGS];
} regression_answers;

// The reference; exits with OCL_EXIT_USAGE when the points determine no curve in its arithmetic, or
// one whose numbers are not those of a double.
void regression_reference(regression_answers *answers);

// Whether the rung can run.  If not, a note says why: its numbers cannot hold the points, or the
// device has no double.  Where the user asked for this rung, that ends the program: with
// OCL_EXIT_USAGE or OCL_EXIT_SKIP.
bool regression_can(const regression_answers *answers, int variant, const regression_shape *shape,
                    ocl_report *report);

// Compares a rung's sums, and the curve that follows from them, with the reference; remembers both.
ocl_result regression_verify(regression_answers *answers, int variant, const regression_rung *rung,
                             const ls_fit *fit);

// All of a sample but its kernels.
typedef struct {
    regression_settings settings;
    ocl_env env;
    ocl_pace pace;
    xy_points points;
    regression_shape shape;
    regression_answers answers;
    ocl_report *report;
} regression;

// Options, device, points and the reference.
void regression_open(regression *r, int argc, char **argv, const char *name, int degree);

// Whether the variant is wanted and can run.
bool regression_wants(const regression *r, int variant);

// Reports what was found and releases everything.  The exit status.
int regression_close(regression *r);

#endif
