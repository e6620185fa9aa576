// SPDX-License-Identifier: MIT
//
// pipes - one kernel puts what it finds into a pipe, and the next one takes it out.
//
// Shows   a producer and a consumer: neither knows how many packets there will be
// Uses    CL_DEVICE_PIPE_SUPPORT, clCreatePipe, clSetKernelArg, clEnqueueNDRangeKernel; write_pipe,
//         read_pipe
// Try     pipes -n 10, pipes -n 1M, and -k with your own copy of pipes.cl

#include "ocl.h"

// The answer in plain C: a prime comes once, another number does not.
static void came_ref(uint32_t *came, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool prime = i > 1;
        for (size_t d = 2; prime && d * d <= i; d++)
            prime = i % d != 0;
        came[i] = prime;
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "pipes",
                              .summary = "A producer and a consumer of prime numbers.",
                              .accepts = "dnk",
                              .size_help = "numbers, from 0",
                              .extents = 1,
                              .most = 1 << 24 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 } });

    // Device.  OpenCL 2.0 has pipes; 3.0 leaves them to the device.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 3.0 * (double)bytes);
    const int version = ocl_device_version(env.device);
    cl_bool has = version >= 20;
    if (version >= 30)
        OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_PIPE_SUPPORT, sizeof has, &has, NULL));
    if (!has)
        ocl_exit(OCL_EXIT_SKIP, "this device has no pipes: CL_DEVICE_PIPE_SUPPORT is CL_FALSE");

    // Data and reference.
    uint32_t *came = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    came_ref(ref, n);

    // Program, a pipe with room for n packets, and a buffer of zeros: the consumer counts.
    cl_program program = ocl_build(&env, "pipes.cl", "%s", ocl_newest_c(env.device));
    cl_int err;
    cl_mem pipe = OCL_CREATE(clCreatePipe(env.context, 0, sizeof(cl_uint), (cl_uint)n, NULL, &err));
    cl_mem d_came = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    const cl_uint zero = 0;
    OCL_CHECK(clEnqueueFillBuffer(env.queue, d_came, &zero, sizeof zero, 0, bytes, 0, NULL, NULL));

    // Arguments.  A pipe is an argument like a buffer.
    const cl_uint size = (cl_uint)n;
    cl_kernel produce = OCL_CREATE(clCreateKernel(program, "pipes_produce", &err));
    OCL_CHECK(clSetKernelArg(produce, 0, sizeof pipe, &pipe));
    OCL_CHECK(clSetKernelArg(produce, 1, sizeof size, &size));
    cl_kernel consume = OCL_CREATE(clCreateKernel(program, "pipes_consume", &err));
    OCL_CHECK(clSetKernelArg(consume, 0, sizeof d_came, &d_came));
    OCL_CHECK(clSetKernelArg(consume, 1, sizeof pipe, &pipe));

    // Launch both and read.  The host does not know how many packets there are: n at most.
    const size_t local = ocl_smaller(ocl_local_size(produce, env.device, 64),
                                     ocl_local_size(consume, env.device, 64));
    const size_t global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, produce, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, consume, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_came, CL_TRUE, 0, bytes, came, 0, NULL, NULL));

    // Verify.  Whole numbers: every element is exactly that of plain C.
    ocl_report_result(report, "came", ocl_verify_u32("came", came, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(consume));
    OCL_CHECK(clReleaseKernel(produce));
    OCL_CHECK(clReleaseMemObject(d_came));
    OCL_CHECK(clReleaseMemObject(pipe));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(came);
    return ocl_report_close(report);
}
