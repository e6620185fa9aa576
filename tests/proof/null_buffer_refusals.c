// SPDX-License-Identifier: MIT
//
// null_buffer_refusals - arguments that must not be NULL.

#include "ocl.h"

static void report_refusals(cl_device_id device, cl_kernel kernel, ocl_report *report)
{
    const ocl_refusal refusals[] = {
        { .mistake = "NULL for a number",
          .got = clSetKernelArg(kernel, 4, sizeof(cl_ulong), NULL),
          .want = CL_INVALID_ARG_VALUE },
        { .mistake = "NULL for a buffer, with a size of 0",
          .got = clSetKernelArg(kernel, 3, 0, NULL),
          .want = CL_INVALID_ARG_SIZE },
    };
    ocl_report_refusals(report, device, refusals, sizeof refusals / sizeof refusals[0]);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "null_buffer_refusals",
                              .summary = "NULL where it is not allowed as an argument.",
                              .accepts = "dk" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const char *fault = ocl_known_fault(env.device, "NULL as the address of an argument");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    ocl_report *report = ocl_report_open(&opt, env.device);
    cl_int err;
    cl_program program = ocl_build(&env, "null_buffer.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "null_buffer_scale", &err));
    report_refusals(env.device, kernel, report);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
