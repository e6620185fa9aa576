// SPDX-License-Identifier: MIT

#include "refusals.h"

static cl_int try_to_create(const ocl_env *env, cl_uint devices, const char *names)
{
    cl_int err;
    cl_program program = clCreateProgramWithBuiltInKernels(
        env->context, devices, devices ? &env->device : NULL, names, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseProgram(program));
    return err;
}

void report_refusals(const ocl_env *env, ocl_report *report, const char *name)
{
    const bool asked = !ocl_known_fault(env->device, "names of built-in kernels");
    const ocl_refusal calls[] = {
        { .mistake = "no names", .got = try_to_create(env, 1, NULL), .want = CL_INVALID_VALUE },
        { .mistake = "no devices", .got = try_to_create(env, 0, name), .want = CL_INVALID_VALUE },
        { .mistake = "a name that the device does not have",
          .got = asked ? try_to_create(env, 1, "no.such.kernel") : CL_SUCCESS,
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof calls[0]);
}
