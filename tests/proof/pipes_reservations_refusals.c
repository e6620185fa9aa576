// SPDX-License-Identifier: MIT
//
// pipes_reservations_refusals - pipes that must not be made, and a read of one.

#include "ocl.h"

static cl_int try_pipe(const ocl_env *env, cl_uint bytes, cl_uint packets)
{
    cl_int err;
    cl_mem pipe = clCreatePipe(env->context, 0, bytes, packets, NULL, &err);
    if (pipe) OCL_CHECK(clReleaseMemObject(pipe));
    return err;
}

static void report_refusals(const ocl_env *env, ocl_report *report)
{
    const cl_uint largest = (cl_uint)ocl_device_number(env->device, CL_DEVICE_PIPE_MAX_PACKET_SIZE);
    cl_uint packet;
    cl_int err;
    cl_mem pipe = OCL_CREATE(clCreatePipe(env->context, 0, sizeof packet, 8, NULL, &err));
    const ocl_refusal calls[] = {
        { .mistake = "a packet of 0 bytes",
          .got = try_pipe(env, 0, 8),
          .want = CL_INVALID_PIPE_SIZE },
        { .mistake = "a packet that is too large",
          .got = try_pipe(env, largest + 1, 8),
          .want = CL_INVALID_PIPE_SIZE },
        { .mistake = "a pipe for 0 packets",
          .got = try_pipe(env, sizeof packet, 0),
          .want = CL_INVALID_PIPE_SIZE },
        { .mistake = "the host reads from a pipe",
          .got = clEnqueueReadBuffer(env->queue, pipe, CL_TRUE, 0, sizeof packet, &packet, 0, NULL,
                                     NULL),
          .want = CL_INVALID_MEM_OBJECT },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
    OCL_CHECK(clReleaseMemObject(pipe));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "pipes_reservations_refusals",
                              .summary = "Pipes, with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (ocl_device_version(env.device) < 20 ||
        !ocl_has_optional(env.device, CL_DEVICE_PIPE_SUPPORT))
        ocl_exit(OCL_EXIT_SKIP, "this device has no pipes: CL_DEVICE_PIPE_SUPPORT is CL_FALSE");
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
