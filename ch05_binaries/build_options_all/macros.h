// SPDX-License-Identifier: MIT
//
// macros - the program built with other options, again and again; the options of the preprocessor,
// seen from inside a kernel.

#ifndef MACROS_H
#define MACROS_H

#include "ocl.h"

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    const char *source;    // of build_options_all.cl
} lesson;

// A program from the source, built with -DRUN and these options.  *status is what clBuildProgram
// answered.  Release the program with clReleaseProgram, also when the build failed.
cl_program try_build(const lesson *l, const char *options, cl_int *status);

// try_build with options that must work: exits with the log and OCL_EXIT_CALL when the build fails.
cl_program build_with(const lesson *l, const char *options);

// Builds with -D, -I, -cl-std and -cl-fast-relaxed-math, one after the other.  Each time a kernel
// writes out the macros that it sees.  Reports them in a table, and whether they are what the
// options promise.
void report_macros(const lesson *l);

#endif
