// SPDX-License-Identifier: MIT
//
// build - build_options.cl built with other options, again and again.

#ifndef BUILD_H
#define BUILD_H

#include "ocl.h"

enum { RUN = 1000 };    // elements of a sum: -DRUN of every build

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    const char *source;    // of build_options.cl
} lesson;

// A program from the source, built with -DRUN and these options.  *status is what clBuildProgram
// answered.  Release the program with clReleaseProgram, also when the build failed.
cl_program try_build(const lesson *l, const char *options, cl_int *status);

// try_build with options that must work: exits with the log and OCL_EXIT_CALL when the build fails.
cl_program build_with(const lesson *l, const char *options);

#endif
