// SPDX-License-Identifier: MIT
//
// command_buffer_queues_refusals - what a recording is asked must fit its state.

#include "ocl.h"

#include "shared/functions/command_buffers.h"

static cl_int add_kernel(const command_buffer_api *api, cl_command_buffer_khr commands,
                         cl_kernel kernel)
{
    const size_t one = 1;
    return api->clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &one, NULL, 0,
                                          NULL, NULL, NULL);
}

static void report_refusals(const ocl_env *env, ocl_report *report, const command_buffer_api *api,
                            cl_kernel kernel)
{
    cl_int err;
    cl_command_buffer_khr commands =
        OCL_CREATE(api->clCreateCommandBufferKHR(1, &env->queue, NULL, &err));
    const cl_int early = api->clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL);
    OCL_CHECK(add_kernel(api, commands, kernel));
    OCL_CHECK(api->clFinalizeCommandBufferKHR(commands));
    const ocl_refusal calls[] = {
        { .mistake = "enqueued before it is finalized",
          .got = early,
          .want = CL_INVALID_OPERATION },
        { .mistake = "a command after it is finalized",
          .got = add_kernel(api, commands, kernel),
          .want = CL_INVALID_OPERATION },
        { .mistake = "finalized twice",
          .got = api->clFinalizeCommandBufferKHR(commands),
          .want = CL_INVALID_OPERATION },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
    OCL_CHECK(api->clReleaseCommandBufferKHR(commands));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "command_buffer_queues_refusals",
                              .summary = "A recording is asked what does not fit its state.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const command_buffer_api api = require_command_buffers(&env);
    ocl_report *report = ocl_report_open(&opt, env.device);
    cl_program program = ocl_build(&env, "command_buffer_queues.cl", "-cl-std=CL1.2");
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "command_buffer_step", &err));
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_ulong), &(cl_ulong){ 1 }));
    report_refusals(&env, report, &api, kernel);
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
