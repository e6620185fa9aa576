// SPDX-License-Identifier: MIT
//
// async_copy - a work-group copies its part of the input to local memory with one call.
//
// Shows   a copy that all work-items of a work-group ask for together, and wait for together
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     async_copy -n 10, and -k with your own copy of async_copy.cl

#include "ocl.h"

enum { GROUP = 64, WINDOW = 8 };    // work-items per work-group, elements per sum

// The answer in plain C.
static void sums_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        y[i] = 0;
        for (size_t k = 0; k < WINDOW; k++)
            y[i] += x[i + k];
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "async_copy",
                              .summary = "Sums of neighbours, from a copy in local memory.",
                              .accepts = "dnks",
                              .size_help = "sums",
                              .extents = 1,
                              .most = UINT32_MAX / 2 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device, data, reference.  Zeros follow the input, so that each copy is as long as the others.
    ocl_env env = ocl_open(&opt);
    const size_t group = ocl_group_size(env.device, GROUP);
    const size_t n = opt.n[0], global = ocl_round_up(n, group), length = global + WINDOW - 1;
    const size_t bytes = n * sizeof(cl_uint), x_bytes = length * sizeof(cl_uint);
    const double room = sizeof(cl_uint) * (double)length;    // the bytes may not fit a size_t
    ocl_require_memory(env.device, room, 2.0 * room, 3.0 * room);
    cl_uint *x = ocl_alloc(x_bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < length; i++)
        x[i] = i < n ? (cl_uint)(ocl_random(opt.seed, i) % 1000) : 0;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, sums_ref(ref, x, n));

    // Program and buffers.  No -cl-std: with CL1.2 PoCL 6.0 has no wait_group_events.
    cl_program program = ocl_build(&env, "async_copy.cl", "-DGROUP=%zu -DWINDOW=%d", group, WINDOW);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, x_bytes, x);

    // Arguments and launch.
    cl_int err;
    cl_event done;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "async_copy", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &group, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.  Whole numbers: every sum is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "sums", ocl_verify_u32("sums", y, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
