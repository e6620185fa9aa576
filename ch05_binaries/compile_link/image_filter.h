// SPDX-License-Identifier: MIT
//
// image_filter - the kernel image_filter of a program, run on a picture and compared with plain C.

#ifndef IMAGE_FILTER_H
#define IMAGE_FILTER_H

#include "ocl.h"

typedef struct {
    ocl_picture src, ref, got;    // the picture, what it should become, what it became last
    cl_mem d_dst, d_src, d_weights;
} filter_data;

// The picture that the options ask for, weights, the reference (its time goes to the report), images.
// Release with filter_close.
filter_data filter_open(const ocl_env *env, ocl_report *report, ocl_picture picture);
void filter_close(filter_data *data);

// Runs the program's kernel as often as --repeat says: a row of the report.
void filter_run(const ocl_env *env, ocl_report *report, filter_data *data, cl_program program,
                const char *row);

#endif
