// SPDX-License-Identifier: MIT
//
// buffer_commands_refusals - fills, copies and migrations that a driver must not accept.

#include "ocl.h"

static void report_refusals(const ocl_env *env, ocl_report *report)
{
    const cl_uint pattern = 1;
    const cl_command_queue queue = env->queue;
    cl_mem x = ocl_buffer(env, CL_MEM_READ_WRITE, 64, NULL);
    const ocl_refusal refusals[] = {
        { .mistake = "a fill with a pattern of 3 bytes",
          .got = clEnqueueFillBuffer(queue, x, &pattern, 3, 0, 3, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a fill with an offset of half a pattern",
          .got = clEnqueueFillBuffer(queue, x, &pattern, 4, 2, 4, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a fill of one and a half patterns",
          .got = clEnqueueFillBuffer(queue, x, &pattern, 4, 4, 6, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a fill past the end",
          .got = clEnqueueFillBuffer(queue, x, &pattern, 4, 60, 8, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a copy onto a part of itself",
          .got = clEnqueueCopyBuffer(queue, x, x, 0, 31, 32, 0, NULL, NULL),
          .want = CL_MEM_COPY_OVERLAP },
        { .mistake = "a copy past the end",
          .got = clEnqueueCopyBuffer(queue, x, x, 0, 33, 32, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a migration of no buffers",
          .got = clEnqueueMigrateMemObjects(queue, 0, NULL, 0, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(x));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_commands_refusals",
                              .summary =
                                  "Fills, copies and migrations that a driver must not accept.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
