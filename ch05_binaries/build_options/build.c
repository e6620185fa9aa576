// SPDX-License-Identifier: MIT

#include "build.h"

enum { MAX_OPTIONS = 4096 };

cl_program try_build(const lesson *l, const char *options, cl_int *status)
{
    char all[MAX_OPTIONS];
    if (snprintf(all, sizeof all, "-DRUN=%d %s", RUN, options) >= MAX_OPTIONS)
        ocl_exit(OCL_EXIT_USAGE, "the folder of the header is too long");
    const char *source = l->source;
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(l->env->context, 1, &source, NULL, &err));
    *status = clBuildProgram(program, 1, &l->env->device, all, NULL, NULL);
    return program;
}

cl_program build_with(const lesson *l, const char *options)
{
    cl_int err;
    cl_program program = try_build(l, options, &err);
    const char *kernel = l->env->options->kernel;
    ocl_require_build(program, kernel ? kernel : "build_options.cl", "clBuildProgram", err);
    return program;
}
