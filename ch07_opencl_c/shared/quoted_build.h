// SPDX-License-Identifier: MIT
//
// quoted_build - a text that is built, and what the compiler says to it.

#ifndef QUOTED_BUILD_H
#define QUOTED_BUILD_H

#include "ocl.h"

enum { MAX_QUOTE = 100 };

typedef struct {
    cl_program program;       // release it with clReleaseProgram, also after a failed build
    cl_int status;            // of clBuildProgram; CL_SUCCESS: it may be run
    char quote[MAX_QUOTE];    // the first error of the log, else its first warning, else ""
} quoted_build;

// Builds the text for env's device.  A program that is refused (CL_BUILD_PROGRAM_FAILURE) and
// options that are refused (CL_INVALID_BUILD_OPTIONS) are answers.  Any other failure, such as one
// of memory, exits with OCL_EXIT_CALL: it says nothing about the text.
quoted_build build_and_quote(const ocl_env *env, const char *text, const char *options);

#endif
