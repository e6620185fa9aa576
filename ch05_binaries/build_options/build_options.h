// SPDX-License-Identifier: MIT
//
// build_options.h - what the files of the sample share.

#ifndef BUILD_OPTIONS_H
#define BUILD_OPTIONS_H

#include "ocl.h"

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    const char *source;    // of build_options.cl
} build_options;

// The source, built with -DRUN and these options, whatever comes of it: *status is what clBuildProgram
// said.  Release it with clReleaseProgram.
cl_program build_options_try(const build_options *b, const char *options, cl_int *status);

// The same where nothing may go wrong: exits with the log and OCL_EXIT_CALL.
cl_program build_options_build(const build_options *b, const char *options);

// What the preprocessor is told by -D, -I, -cl-std and -cl-fast-relaxed-math: a table and a row.
void build_options_preprocessor(const build_options *b);

// For every question: rows without and with the options that bear on it, then a table of what changed.
void build_options_math(const build_options *b);

#endif
