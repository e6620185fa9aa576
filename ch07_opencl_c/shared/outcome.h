// SPDX-License-Identifier: MIT
//
// outcome - programs that may be refused: who refuses them, and what their kernels write.

#ifndef OUTCOME_H
#define OUTCOME_H

#include "quoted_build.h"

// What came of a program: the call that refused it, or what its kernel wrote.
typedef struct {
    cl_int status;
    const char *call;
    char quote[MAX_QUOTE];    // of the compiler
} outcome;

// Launches one work-group of a kernel whose arguments but the first are set, and reads `count`
// numbers of its first argument.
outcome launch(const ocl_env *env, cl_kernel kernel, size_t local, cl_uint out[], size_t count);

// Runs the kernel limits_text of a program, with the argument x.
outcome run_kernel(const ocl_env *env, cl_program program, cl_uint x, cl_uint out[], size_t count);

// The outcome of a build.
outcome outcome_of(const quoted_build *b);

// Builds the text and runs that kernel.
outcome run_text(const ocl_env *env, const char *text, cl_uint x, cl_uint out[], size_t count);

#endif
