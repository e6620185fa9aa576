// SPDX-License-Identifier: MIT
//
// mutable_assertions - a recorded launch becomes smaller, and the program has promised that it will
// never become larger.
//
// Shows   a promise about later changes, which lets a driver prepare for the size of the recording
//         alone
// Uses    CL_MUTABLE_DISPATCH_ASSERTS_KHR, clCreateCommandBufferKHR, clCommandNDRangeKernelKHR,
//         clUpdateMutableCommandsKHR, clEnqueueCommandBufferKHR
// Try     mutable_assertions -n 1000, and -k with your own copy of mutable_assertions.cl

#include "ocl.h"

#include "shared/functions/command_buffers.h"
#include "shared/functions/mutable_commands.h"

// The headers of Debian 12 do not have them yet.
enum { MUTABLE_DISPATCH_ASSERTS = 0x12B8, NO_ADDITIONAL_WORK_GROUPS = 1 };
enum { GROUP = 8, EMPTY = 77 };

// The answer in plain C: `items` places are marked, the others stay empty.
static void marks_ref(cl_uint *out, size_t n, size_t items, cl_uint number)
{
    for (size_t i = 0; i < n; i++)
        out[i] = i < items ? number + (cl_uint)i : EMPTY;
}

// Replays the recording into an empty buffer and compares.
static ocl_result replay(const ocl_env *env, const command_buffer_api *api,
                         cl_command_buffer_khr commands, cl_mem d_out, const cl_uint *ref, size_t n)
{
    const cl_uint empty = EMPTY;
    const size_t bytes = n * sizeof empty;
    OCL_CHECK(
        clEnqueueFillBuffer(env->queue, d_out, &empty, sizeof empty, 0, bytes, 0, NULL, NULL));
    OCL_CHECK(api->clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL));
    return ocl_verify_buffer(env, "marks", d_out, ref, bytes);
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "mutable_assertions",
                              .summary = "A recorded launch that never becomes larger.",
                              .accepts = "dnk",
                              .size_help = "work-groups of 8",
                              .extents = 1,
                              .most = 1 << 20 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000 } });

    // Device.  It must be able to change the sizes of a recorded launch.
    ocl_env env = ocl_open(&opt);
    const mutable_api change = require_mutable_commands(&env, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR);
    const command_buffer_api api = require_command_buffers(&env);

    // Data: the recording has all work-groups, the change a half of them.  Behind them is room that
    // must stay empty.
    const size_t local = GROUP, all = opt.n[0] * GROUP, half = (opt.n[0] + 1) / 2 * GROUP;
    const size_t n = all + GROUP, bytes = n * sizeof(cl_uint);
    cl_uint *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "work-groups", opt.n[0]);

    // Program, buffer, kernel.
    cl_program program = ocl_build(&env, "mutable_assertions.cl", "-cl-std=CL1.2");
    cl_mem d_out = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    const cl_uint number = 1000;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "mutable_assertions", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof number, &number));

    // Record one launch.  Its size may change, and the promise stands beside that.
    const cl_properties flags[] = { CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0 };
    const cl_properties promises[] = { CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                       CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR,
                                       MUTABLE_DISPATCH_ASSERTS, NO_ADDITIONAL_WORK_GROUPS, 0 };
    cl_mutable_command_khr command;
    cl_command_buffer_khr commands =
        OCL_CREATE(api.clCreateCommandBufferKHR(1, &env.queue, flags, &err));
    OCL_CHECK(api.clCommandNDRangeKernelKHR(commands, NULL, promises, kernel, 1, NULL, &all, &local,
                                            0, NULL, NULL, &command));
    OCL_CHECK(api.clFinalizeCommandBufferKHR(commands));
    marks_ref(ref, n, all, number);
    ocl_report_result(report, "as recorded", replay(&env, &api, commands, d_out, ref, n));

    // Half of the work-groups: the promise is kept.
    const cl_uint type = MUTABLE_DISPATCH_CHANGES;
    const dispatch_changes smaller = { .command = command,
                                       .work_dim = 1,
                                       .global_work_size = &half };
    const void *configs[] = { &smaller };
    OCL_CHECK(change.clUpdateMutableCommandsKHR(commands, 1, &type, configs));
    marks_ref(ref, n, half, number);
    ocl_report_result(report, "smaller", replay(&env, &api, commands, d_out, ref, n));

    // All of them again: no more than were recorded, so the promise is kept, too.
    const dispatch_changes whole = { .command = command, .work_dim = 1, .global_work_size = &all };
    configs[0] = &whole;
    OCL_CHECK(change.clUpdateMutableCommandsKHR(commands, 1, &type, configs));
    marks_ref(ref, n, all, number);
    ocl_report_result(report, "whole again", replay(&env, &api, commands, d_out, ref, n));

    // Release, in reverse order.
    OCL_CHECK(api.clReleaseCommandBufferKHR(commands));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    return ocl_report_close(report);
}
