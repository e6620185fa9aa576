// SPDX-License-Identifier: MIT
//
// min_reduce - the smallest of n elements: one answer from all work-items.
//
// Shows   a tree in local memory: the work-items of a work-group agree on one number; a second
//         launch for what the work-groups found
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     min_reduce -n 1, min_reduce -n 10M, and -k with your own copy of min_reduce.cl

#include "ocl.h"

// The answer in plain C.
static uint32_t min_reduce_ref(const uint32_t *x, size_t n)
{
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < n; i++)
        if (x[i] < least) least = x[i];
    return least;
}

// What each work-group finds.  With 2 work-groups of 256 work-items, the first one has the elements
// 0 to 255, 512 to 767, and so on, and the second one those between.
static void minima_ref(uint32_t *minima, size_t groups, const uint32_t *x, size_t n, size_t local)
{
    for (size_t g = 0; g < groups; g++)
        minima[g] = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        uint32_t *least = &minima[i / local % groups];
        if (x[i] < *least) *least = x[i];
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "min_reduce",
                              .summary = "The smallest of n elements.",
                              .accepts = "dnks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double x_bytes = (double)opt.n[0] * sizeof(cl_uint);    // may be too large for a size_t
    ocl_require_memory(env.device, x_bytes, x_bytes, x_bytes);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    uint32_t *x = ocl_alloc(bytes);
    uint32_t least, ref;
    ocl_fill_u32(x, n, opt.seed);
    const size_t local = ocl_group_size(env.device, 256);    // a power of two
    const size_t groups = 8 * ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    x[ocl_smaller(n, groups * local) - 1] = 0;    // the last work-group has the smallest
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, ref = min_reduce_ref(x, n));

    // Program, buffers, kernel.
    uint32_t *minima = ocl_alloc(groups * sizeof *minima);
    uint32_t *expected = ocl_alloc(groups * sizeof *minima);
    cl_program program = ocl_build(&env, "min_reduce.cl", "-DGROUP=%zu", local);
    cl_mem d_least = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    cl_mem d_minima = ocl_buffer(&env, CL_MEM_READ_WRITE, groups * sizeof(cl_uint), NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "min_reduce", &err));

    // The first launch: each work-group finds the smallest element of its share.  Eight for each
    // compute unit keep the device busy.
    size_t global = groups * local;
    cl_event done[2];
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_minima, &d_minima));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
    OCL_CHECK(
        clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done[0]));

    // The second launch: one work-group finds the smallest of these.  The queue runs its
    // commands in order, so this launch sees all that the first one has written.
    global = local;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_least, &d_least));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_minima, &d_minima));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ groups }));
    OCL_CHECK(
        clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done[1]));
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_least, CL_TRUE, 0, sizeof least, &least, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_minima, CL_TRUE, 0, groups * sizeof *minima, minima,
                                  0, NULL, NULL));

    // Verify.  One number proves little: it is right even if most other elements are left out.  So
    // the work-groups' minima are compared, too.
    ocl_report_kernel(report, "kernel", done, 2);
    minima_ref(expected, groups, x, n, local);
    ocl_report_result(report, "minima", ocl_verify_u32("minima", minima, expected, groups));
    ocl_report_result(report, "least", ocl_verify_u32("least", &least, &ref, 1));

    // Release, in reverse order.
    for (int i = 0; i < 2; i++)
        OCL_CHECK(clReleaseEvent(done[i]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_minima));
    OCL_CHECK(clReleaseMemObject(d_least));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(expected);
    free(minima);
    free(x);
    return ocl_report_close(report);
}
