// SPDX-License-Identifier: MIT
//
// barriers - each part of an array is turned round: the work-items of a work-group wait.
//
// Shows   local memory that one work-item writes and another one reads, and the barrier between
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     barriers -n 10, barriers -n 1M, and -k with a copy of barriers.cl without its barrier

#include "ocl.h"

// The answer in plain C: `part` elements change places with each other, then the next ones.
static void barriers_ref(uint32_t *out, const uint32_t *in, size_t n, size_t part)
{
    for (size_t first = 0; first < n; first += part) {
        const size_t count = n - first < part ? n - first : part;
        for (size_t i = 0; i < count; i++)
            out[first + i] = in[first + count - 1 - i];
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "barriers",
                              .summary = "Each part of an array is turned round.",
                              .accepts = "dnks",
                              .size_help = "elements",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * sizeof(cl_uint);
    ocl_require_memory(env.device, room, 2.0 * room, 3.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    const size_t local = ocl_group_size(env.device, 256);
    uint32_t *in = ocl_alloc(bytes), *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(in, n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "part", local);
    OCL_TIME_REFERENCE(report, barriers_ref(ref, in, n, local));

    // Program and buffers.
    cl_program program = ocl_build(&env, "barriers.cl", "-DGROUP=%zu", local);
    cl_mem d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, in);

    // Arguments and launch: whole work-groups, one work-item per element.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "barriers", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t global = ocl_round_up(n, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));

    // Verify.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "turned", ocl_verify_u32("turned", out, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(out);
    free(in);
    return ocl_report_close(report);
}
