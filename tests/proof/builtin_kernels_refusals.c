// SPDX-License-Identifier: MIT
//
// builtin_kernels_refusals - programs of built-in kernels that must not be made.

#include "ocl.h"

static cl_int try_to_create(const ocl_env *env, cl_uint devices, const char *names)
{
    cl_int err;
    cl_program program = clCreateProgramWithBuiltInKernels(
        env->context, devices, devices ? &env->device : NULL, names, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseProgram(program));
    return err;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "builtin_kernels_refusals",
                              .summary = "Programs of built-in kernels, with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const char *fault = ocl_known_fault(env.device, "clCreateProgramWithBuiltInKernels");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    ocl_report *report = ocl_report_open(&opt, env.device);
    const bool asked = !ocl_known_fault(env.device, "names of built-in kernels");
    const ocl_refusal calls[] = {
        { .mistake = "no names", .got = try_to_create(&env, 1, NULL), .want = CL_INVALID_VALUE },
        { .mistake = "no devices",
          .got = try_to_create(&env, 0, "pocl.add.i8"),
          .want = CL_INVALID_VALUE },
        { .mistake = "a name that the device does not have",
          .got = asked ? try_to_create(&env, 1, "no.such.kernel") : CL_SUCCESS,
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env.device, calls, sizeof calls / sizeof *calls);
    ocl_close(&env);
    return ocl_report_close(report);
}
