// SPDX-License-Identifier: MIT
//
// address_spaces - private, local, constant and global memory in one kernel.
//
// Shows   who sees a variable: one work-item, a work-group, all of them, the host
// Uses    clGetDeviceInfo, clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer
// Try     address_spaces -n 8, and -k with your own copy of address_spaces.cl

#include "ocl.h"

// The answer in plain C, for work-groups of `local` work-items.
static void address_spaces_ref(cl_uint *y, const cl_uint *x, size_t n, size_t local)
{
    static const cl_uint weights[4] = { 1, 10, 100, 1000 };
    for (size_t i = 0; i < n; i++)
        y[i] = weights[i % 4] * x[i] + x[i / local * local];
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "address_spaces",
                              .summary = "Private, local, constant and global memory.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });

    // Device and data.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // bytes, which may not fit a size_t
    ocl_require_memory(env.device, room, 2.0 * room, 3.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    cl_uint *y = ocl_alloc(bytes), *x = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        x[i] = (cl_uint)(ocl_random(opt.seed, i) % 1000 + 1);

    // How large the memories are.  Nothing says how many registers there are for private memory.
    cl_ulong global_bytes, constant_bytes, local_bytes;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof global_bytes,
                              &global_bytes, NULL));
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof constant_bytes,
                              &constant_bytes, NULL));
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local_bytes,
                              &local_bytes, NULL));

    // Program, kernel, reference: the answer depends on the size of the work-groups.
    cl_int err;
    cl_program program = ocl_build(&env, "address_spaces.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "address_spaces", &err));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "work-items per work-group", local);
    OCL_TIME_REFERENCE(report, address_spaces_ref(ref, x, n, local));

    // Global memory: the two buffers.  The other three are in the kernel alone.
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));

    // Launch and read.
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.  Whole numbers: each is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_table table = ocl_table_open(report, "sizes", "memory, KiB");
    ocl_table_row(&table, "%-8s %12llu", "global", (unsigned long long)global_bytes / 1024);
    ocl_table_row(&table, "%-8s %12llu", "constant", (unsigned long long)constant_bytes / 1024);
    ocl_table_row(&table, "%-8s %12llu", "local", (unsigned long long)local_bytes / 1024);
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", y, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(x);
    free(y);
    return ocl_report_close(report);
}
