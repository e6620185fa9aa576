// SPDX-License-Identifier: MIT
//
// mutable_commands_refusals - changes of recorded commands that must be refused.

#include "ocl.h"

#include "shared/functions/command_buffers.h"
#include "shared/functions/mutable_commands.h"

static void report_refusals(const ocl_env *env, ocl_report *report, const mutable_api *change,
                            cl_kernel kernel)
{
    const command_buffer_api api = require_command_buffers(env);
    const cl_properties flags[] = { CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0 };
    const cl_properties fields[] = { CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                     CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0 };
    const size_t global = 8, less = 4;
    cl_int err;
    cl_mutable_command_khr command;
    cl_command_buffer_khr commands =
        OCL_CREATE(api.clCreateCommandBufferKHR(1, &env->queue, flags, &err));
    OCL_CHECK(api.clCommandNDRangeKernelKHR(commands, NULL, fields, kernel, 1, NULL, &global, NULL,
                                            0, NULL, NULL, &command));
    const cl_uint type = MUTABLE_DISPATCH_CHANGES, unknown = 12345;
    const dispatch_changes smaller = { .command = command,
                                       .work_dim = 1,
                                       .global_work_size = &less };
    const dispatch_changes nothing = { .command = command }, nobody = { .command = NULL };
    const void *change_size[] = { &smaller }, *configs[] = { &nothing }, *of_nobody[] = { &nobody };
    const cl_int early = change->clUpdateMutableCommandsKHR(commands, 1, &type, change_size);
    OCL_CHECK(api.clFinalizeCommandBufferKHR(commands));
    const ocl_refusal calls[] = {
        { .mistake = "changed before it is finalized", .got = early, .want = CL_INVALID_OPERATION },
        { .mistake = "an unknown kind of change",
          .got = change->clUpdateMutableCommandsKHR(commands, 1, &unknown, configs),
          .want = CL_INVALID_VALUE },
        { .mistake = "no command",
          .got = change->clUpdateMutableCommandsKHR(commands, 1, &type, of_nobody),
          .want = CL_INVALID_MUTABLE_COMMAND_KHR },
        { .mistake = "no recording",
          .got = change->clUpdateMutableCommandsKHR(NULL, 1, &type, configs),
          .want = CL_INVALID_COMMAND_BUFFER_KHR },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
    OCL_CHECK(api.clReleaseCommandBufferKHR(commands));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "mutable_commands_refusals",
                              .summary = "Recorded commands, changed with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const mutable_api change = require_mutable_commands(&env, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR);
    ocl_report *report = ocl_report_open(&opt, env.device);
    cl_program program = ocl_build(&env, "mutable_commands.cl", "-cl-std=CL1.2");
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "mutable_commands_mark", &err));
    cl_mem d_out = ocl_buffer(&env, CL_MEM_READ_WRITE, 8 * sizeof(cl_uint), NULL);
    const cl_uint factor = 3, n = 8;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof factor, &factor));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    report_refusals(&env, report, &change, kernel);
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
