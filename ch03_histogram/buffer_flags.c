// SPDX-License-Identifier: MIT
//
// buffer_flags - says for each buffer what kernels and the host do with it.
//
// Shows   an input, a buffer between two launches, and an output, each with the flags that fit it;
//         what happens when the host breaks its promise
// Uses    clCreateBuffer, clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer
// Try     buffer_flags -n 1, buffer_flags -n 10M

#include "ocl.h"

// The answer in plain C: the square of the square.
static void buffer_flags_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const cl_uint square = x[i] * x[i];
        y[i] = square * square;
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "buffer_flags",
                              .summary = "An input, a middle and an output with their flags.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device, data, reference.  Below 256, so that the fourth power fits 32 bits.
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * sizeof(cl_uint);
    ocl_require_memory(env.device, room, 3.0 * room, 3.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        x[i] = 2 + (cl_uint)(ocl_random(opt.seed, i) % 254);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, buffer_flags_ref(ref, x, n));

    // Buffers.  Each has one flag for kernels and one for the host; the input has one more, for
    // the array from which it is filled.
    cl_int err;
    cl_mem d_y = OCL_CREATE(
        clCreateBuffer(env.context, CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, bytes, NULL, &err));
    cl_mem d_middle = OCL_CREATE(
        clCreateBuffer(env.context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, bytes, NULL, &err));
    cl_mem d_x = OCL_CREATE(
        clCreateBuffer(env.context, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_COPY_HOST_PTR,
                       bytes, x, &err));
    ocl_poison_run(env.queue, d_y, bytes, 0);    // what no kernel writes cannot pass

    // Program, and two launches of its kernel: from x to the middle, from the middle to y.
    cl_program program = ocl_build(&env, "buffer_flags.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "buffer_flags", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_middle, &d_middle));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_middle, &d_middle));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));

    // Read.  The host must not read the middle: the call is refused, and nothing else happens.
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));
    const cl_int status =
        clEnqueueReadBuffer(env.queue, d_middle, CL_TRUE, 0, bytes, x, 0, NULL, NULL);

    // Verify.
    ocl_report_result(report, "fourth powers", ocl_verify_u32("fourth powers", y, ref, n));
    ocl_report_result(report, "INVALID_OPERATION",
                      ocl_verify_equal("read of the middle", status, CL_INVALID_OPERATION));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_middle));
    OCL_CHECK(clReleaseMemObject(d_y));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
