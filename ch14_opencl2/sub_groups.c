// SPDX-License-Identifier: MIT
//
// sub_groups - sums and scans by work-items that read each other's values.
//
// Shows   shuffles: an exchange without local memory and without a barrier
// Uses    clGetKernelSubGroupInfo, clEnqueueNDRangeKernel; sub_group_shuffle_xor,
//         sub_group_shuffle
// Try     sub_groups -n 16, and -k with your own copy of sub_groups.cl

#include "ocl.h"

// The answer in plain C, for parts of `size` elements: the sum of each part, and the sum of the
// elements of the part up to each one.
static void sub_groups_ref(uint32_t *sums, uint32_t *scans, const uint32_t *x, size_t n,
                           size_t size)
{
    for (size_t i = 0; i < n; i++) {
        scans[i] = (i % size == 0 ? 0 : scans[i - 1]) + x[i];
        sums[i / size] = scans[i];
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "sub_groups",
                              .summary = "Sums and scans by shuffles in a sub-group.",
                              .accepts = "dnks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device.  It must have sub-groups, which came with OpenCL 2.1, and shuffles in them.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, room, 3.0 * room, 5.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    if (!ocl_has_extension(env.device, "cl_khr_subgroup_shuffle"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_subgroup_shuffle");
    const int version = ocl_device_version(env.device);
    if (version < 21 || (version >= 30 && !ocl_has_feature(env.device, "__opencl_c_subgroups")))
        ocl_exit(OCL_EXIT_SKIP, "this device has no sub-groups of OpenCL 2.1 or later");

    // Program.  The device decides how many work-items are a sub-group.
    cl_program program = ocl_build(&env, "sub_groups.cl", "%s", ocl_newest_c(env.device));
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "sub_groups", &err));
    const size_t local = ocl_local_size(kernel, env.device, 64);
    size_t size;
    OCL_CHECK(clGetKernelSubGroupInfo(kernel, env.device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                      sizeof local, &local, sizeof size, &size, NULL));
    if (size == 0 || (size & (size - 1)) != 0)
        ocl_exit(OCL_EXIT_SKIP, "sub-groups of %zu work-items: not a power of two", size);
    if (local % size != 0)
        ocl_exit(OCL_EXIT_SKIP, "work-groups of %zu are no whole sub-groups of %zu", local, size);
    const size_t global = ocl_round_up(n, local), parts = ocl_divide_up(n, size);

    // Data and reference.
    uint32_t *x = ocl_alloc(bytes), *scans = ocl_alloc(bytes), *scans_ref = ocl_alloc(bytes);
    uint32_t *sums = ocl_alloc(parts * sizeof *sums), *sums_ref = ocl_alloc(parts * sizeof *sums);
    for (size_t i = 0; i < n; i++)
        x[i] = (uint32_t)(ocl_random(opt.seed, i) % 10);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "sub_group", size);
    OCL_TIME_REFERENCE(report, sub_groups_ref(sums_ref, scans_ref, x, n, size));

    // Buffers and arguments.
    cl_mem d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, parts * sizeof(cl_uint), NULL);
    cl_mem d_scans = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_scans, &d_scans));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ n }));

    // Launch and read: one work-item per element, in whole work-groups.
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_sums, CL_TRUE, 0, parts * sizeof *sums, sums, 0,
                                  NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_scans, CL_TRUE, 0, bytes, scans, 0, NULL, NULL));

    // Verify.  Whole numbers: every element is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "sums", ocl_verify_u32("sums", sums, sums_ref, parts));
    ocl_report_result(report, "scans", ocl_verify_u32("scans", scans, scans_ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_scans));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(sums_ref);
    free(sums);
    free(scans_ref);
    free(scans);
    free(x);
    return ocl_report_close(report);
}
