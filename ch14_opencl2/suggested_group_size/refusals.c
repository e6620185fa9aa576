// SPDX-License-Identifier: MIT

#include "refusals.h"

void show_refusals(const ocl_env *env, ocl_report *report,
                   clGetKernelSuggestedLocalWorkSizeKHR_fn suggest, cl_kernel kernel,
                   cl_mem d_taken)
{
    const size_t global[4] = { 64, 1, 1, 1 }, none[4] = { 0 };
    size_t suggested[4];
    const cl_command_queue queue = env->queue;
    ocl_refusal calls[5] = {
        { .mistake = "the kernel's argument is not set",
          .got = suggest(queue, kernel, 1, none, global, suggested),
          .want = CL_INVALID_KERNEL_ARGS },
    };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_taken, &d_taken));
    calls[1] = (ocl_refusal){ .mistake = "four dimensions",
                              .got = suggest(queue, kernel, 4, none, global, suggested),
                              .want = CL_INVALID_WORK_DIMENSION };
    calls[2] = (ocl_refusal){ .mistake = "no global size",
                              .got = suggest(queue, kernel, 1, none, NULL, suggested),
                              .want = CL_INVALID_GLOBAL_WORK_SIZE };
    calls[3] = (ocl_refusal){ .mistake = "no room for the answer",
                              .got = suggest(queue, kernel, 1, none, global, NULL),
                              .want = CL_INVALID_VALUE };
    calls[4] = (ocl_refusal){ .mistake = "none: the offset may be NULL",
                              .got = suggest(queue, kernel, 1, NULL, global, suggested),
                              .want = CL_SUCCESS };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
}
