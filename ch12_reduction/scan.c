// SPDX-License-Identifier: MIT
//
// scan - the sum of all elements up to each one.
//
// Shows   work-groups that need each other's results: several launches, in the order of the queue
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     scan -n 10, scan -n 65536, and -k with your own copy of scan.cl

#include "ocl.h"

// The answer in plain C.
static void scan_ref(uint32_t *y, const uint32_t *x, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        y[i] = sum += x[i];
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "scan",
                              .summary = "The sum of all elements up to each one.",
                              .accepts = "dnks",
                              .size_help = "elements, at most 65536",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device.  One work-group must be able to scan the totals of all others.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    const size_t local = ocl_group_size(env.device, 256), groups = ocl_divide_up(n, local);
    if (groups > local)
        ocl_exit(opt.size_given ? OCL_EXIT_USAGE : OCL_EXIT_SKIP,
                 "--size: at most %zu on this device; scan_ladder takes more", local * local);

    // Data and reference.
    uint32_t *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        x[i] = (uint32_t)(ocl_random(opt.seed, i) % 10);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, scan_ref(ref, x, n));

    // Program and buffers.
    cl_program program = ocl_build(&env, "scan.cl", "-DGROUP=%zu", local);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_totals = ocl_buffer(&env, CL_MEM_READ_WRITE, groups * sizeof(cl_uint), NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);

    // Three kernels and their arguments.
    cl_int err;
    cl_kernel parts = OCL_CREATE(clCreateKernel(program, "scan_parts", &err));
    OCL_CHECK(clSetKernelArg(parts, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(parts, 1, sizeof d_totals, &d_totals));
    OCL_CHECK(clSetKernelArg(parts, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(parts, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    cl_kernel totals = OCL_CREATE(clCreateKernel(program, "scan_totals", &err));
    OCL_CHECK(clSetKernelArg(totals, 0, sizeof d_totals, &d_totals));
    OCL_CHECK(clSetKernelArg(totals, 1, sizeof(cl_uint), &(cl_uint){ (cl_uint)groups }));
    cl_kernel add = OCL_CREATE(clCreateKernel(program, "scan_add", &err));
    OCL_CHECK(clSetKernelArg(add, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(add, 1, sizeof d_totals, &d_totals));
    OCL_CHECK(clSetKernelArg(add, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    // Launch three times.  The queue runs the launches in order: each sees what the one before has
    // written.
    const cl_command_queue queue = env.queue;
    const size_t all = groups * local;
    cl_event done[3];
    OCL_CHECK(clEnqueueNDRangeKernel(queue, parts, 1, NULL, &all, &local, 0, NULL, &done[0]));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, totals, 1, NULL, &local, &local, 0, NULL, &done[1]));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &all, &local, 0, NULL, &done[2]));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.  Whole numbers: every element is exactly that of plain C.
    ocl_report_kernel(report, "kernel", done, 3);
    ocl_report_result(report, "sums", ocl_verify_u32("sums", y, ref, n));

    // Release, in reverse order.
    for (int i = 0; i < 3; i++)
        OCL_CHECK(clReleaseEvent(done[i]));
    OCL_CHECK(clReleaseKernel(add));
    OCL_CHECK(clReleaseKernel(totals));
    OCL_CHECK(clReleaseKernel(parts));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_totals));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
