// SPDX-License-Identifier: MIT
//
// work_group_functions - a sum that all work-items of a work-group make together.
//
// Shows   a function in place of local memory and barriers
// Uses    clEnqueueNDRangeKernel; work_group_reduce_add
// Try     work_group_functions -n 10, and -k with your own copy of work_group_functions.cl

#include "ocl.h"

// The answer in plain C: the sum of each `group` elements; the last part may have fewer.
static void sums_ref(uint32_t *sums, const uint32_t *x, size_t n, size_t group)
{
    for (size_t i = 0; i < n; i++)
        sums[i / group] = (i % group == 0 ? 0 : sums[i / group]) + x[i];
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "work_group_functions",
                              .summary = "Each work-group adds its elements.",
                              .accepts = "dnks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device.  OpenCL 2.0 has the functions; 3.0 leaves them to the device.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, room, 2.0 * room, 3.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    const int version = ocl_device_version(env.device);
    if (version < 20 ||
        (version >= 30 &&
         !ocl_has_feature(env.device, "__opencl_c_work_group_collective_functions")))
        ocl_exit(OCL_EXIT_SKIP, "this device has no work-group functions: no OpenCL C 2.0, and no "
                                "__opencl_c_work_group_collective_functions");

    // Program.  One work-item per element, in whole work-groups.
    cl_program program = ocl_build(&env, "work_group_functions.cl", "%s", ocl_newest_c(env.device));
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "work_group_functions", &err));
    const size_t local = ocl_local_size(kernel, env.device, 256), global = ocl_round_up(n, local);
    const size_t groups = global / local;

    // Data and reference.
    uint32_t *x = ocl_alloc(bytes);
    uint32_t *sums = ocl_alloc(groups * sizeof *sums), *ref = ocl_alloc(groups * sizeof *ref);
    for (size_t i = 0; i < n; i++)
        x[i] = (uint32_t)(ocl_random(opt.seed, i) % 10);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "group", local);
    OCL_TIME_REFERENCE(report, sums_ref(ref, x, n, local));

    // Buffers and arguments.
    cl_mem d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, groups * sizeof(cl_uint), NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));

    // Launch and read.
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_sums, CL_TRUE, 0, groups * sizeof *sums, sums, 0,
                                  NULL, NULL));

    // Verify.  Whole numbers: the sum of every work-group is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "sums", ocl_verify_u32("sums", sums, ref, groups));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(sums);
    free(x);
    return ocl_report_close(report);
}
