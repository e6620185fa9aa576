// SPDX-License-Identifier: MIT
//
// map_buffer - the host works in a buffer directly, between a map and an unmap.
//
// Shows   who may touch a buffer when: the host while it is mapped, kernels while it is not
// Uses    clCreateBuffer, clEnqueueMapBuffer, clEnqueueUnmapMemObject, clCreateKernel,
//         clSetKernelArg, clEnqueueNDRangeKernel
// Try     map_buffer -n 1, map_buffer -n 10M

#include "ocl.h"

// The answer in plain C: what the host writes, and what the kernel makes of it.
static void map_buffer_ref(cl_uint *x, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (cl_uint)ocl_random(seed, i) + 1;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "map_buffer",
                              .summary = "The host works in a buffer, through a pointer.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device and reference.  There is no array for the data: the host makes it in the buffer.
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * sizeof(cl_uint);
    ocl_require_memory(env.device, room, room, room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    cl_uint *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, map_buffer_ref(ref, n, opt.seed));

    // Program, kernel and buffer.  ALLOC_HOST_PTR asks for memory that the host can reach, too.
    cl_int err;
    cl_program program = ocl_build(&env, "map_buffer.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "map_buffer", &err));
    cl_mem buffer = OCL_CREATE(
        clCreateBuffer(env.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));

    // Map, write, unmap.  CL_TRUE: the pointer may be used at once.  After the unmap it may not.
    cl_uint *x = OCL_CREATE(clEnqueueMapBuffer(env.queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, bytes,
                                               0, NULL, NULL, &err));
    for (size_t i = 0; i < n; i++)
        x[i] = (cl_uint)ocl_random(opt.seed, i);
    OCL_CHECK(clEnqueueUnmapMemObject(env.queue, buffer, x, 0, NULL, NULL));

    // Launch: the buffer is the kernel's now.
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));

    // Map, read and verify, unmap.  The map is in the queue behind the kernel, and waits for it.
    x = OCL_CREATE(
        clEnqueueMapBuffer(env.queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL, &err));
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", x, ref, n));
    OCL_CHECK(clEnqueueUnmapMemObject(env.queue, buffer, x, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(buffer));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    return ocl_report_close(report);
}
