// SPDX-License-Identifier: MIT
//
// spirv_saxpy - the work that shows that a program is right: its kernel run and compared.

#ifndef SPIRV_SAXPY_H
#define SPIRV_SAXPY_H

#include "ocl.h"

#define SPIRV_SAXPY_KERNEL "spirv_saxpy"

typedef struct {
    const ocl_env *env;
    size_t n;
    float *a, *b, *c, *ref;
    cl_mem d_a, d_b, d_c;
} spirv_saxpy;

// Vectors of --size elements and their buffers; exits when they do not fit.
spirv_saxpy spirv_saxpy_open(const ocl_env *env);
void spirv_saxpy_close(spirv_saxpy *s);

// Runs the program's kernel, once or with `times` as often as --repeat says, and compares with alpha * B + C.
ocl_result spirv_saxpy_run(const spirv_saxpy *s, const char *what, cl_program program, float alpha,
                           ocl_times *times);

#endif
