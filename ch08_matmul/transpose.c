// SPDX-License-Identifier: MIT
//
// transpose - rows become columns: nothing is computed, so only the memory accesses count.
//
// Shows   a two-dimensional NDRange; a tile in local memory, so that neighbouring work-items read
//         and write neighbouring elements
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     transpose -n 3x5, transpose -n 4096 -d gpu, and -k with your own copy of transpose.cl

#include "ocl.h"

static const char *const NAMES[] = { "naive", "tiled" };
static const char *const KERNELS[] = { "transpose_naive", "transpose_tiled" };

// The answer in plain C.
static void transpose_ref(uint32_t *out, const uint32_t *in, size_t rows, size_t cols)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < cols; x++)
            out[x * rows + y] = in[y * cols + x];
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "transpose",
                              .summary = "Rows become columns: element by element, and in tiles.",
                              .accepts = "dnks",
                              .size_help = "rows x columns",
                              .extents = 2 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1031, 773 }, .seed = 1 });
    const size_t rows = opt.n[0], cols = opt.n[1], n = rows * cols, bytes = n * sizeof(cl_uint);
    if (rows > 65535)    // the work-groups of dimension 1 that NVIDIA's GPUs take
        ocl_exit(OCL_EXIT_USAGE, "--size: at most 65535 rows, transpose_ladder has no limit");

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)rows * (double)cols * sizeof(cl_uint),
                       2.0 * (double)bytes, 3.0 * (double)bytes);
    uint32_t *in = ocl_alloc(bytes), *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(in, n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "columns", cols);
    OCL_TIME_REFERENCE(report, transpose_ref(ref, in, rows, cols));

    // Program, input, and the NDRange: whole work-groups of 16 x 16 work-items, or of what the
    // device has.
    const size_t side = ocl_group_size(env.device, 256) >= 256 ? 16 : 1;
    const size_t wanted[2] = { side, side };
    const size_t global[2] = { ocl_round_up(cols, side), ocl_round_up(rows, side) };
    cl_program program = ocl_build(&env, "transpose.cl", "-DSIDE=%zu", side);
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, in);

    // Two kernels with the same arguments, each with an output of its own.
    cl_mem d_out[2];
    cl_event done[2];
    for (int k = 0; k < 2; k++) {
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNELS[k], &err));
        d_out[k] = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out[k], &d_out[k]));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ rows }));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ cols }));
        size_t local[2];    // the plain kernel may have a limit of its own
        ocl_local_size_2d(kernel, env.device, wanted, local);
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done[k]));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Verify.
    for (int k = 0; k < 2; k++)
        ocl_report_kernel(report, NAMES[k], &done[k], 1);
    for (int k = 0; k < 2; k++) {
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out[k], CL_TRUE, 0, bytes, out, 0, NULL, NULL));
        ocl_report_result(report, NAMES[k], ocl_verify_u32(NAMES[k], out, ref, n));
    }

    // Release.
    for (int k = 0; k < 2; k++) {
        OCL_CHECK(clReleaseEvent(done[k]));
        OCL_CHECK(clReleaseMemObject(d_out[k]));
    }
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(out);
    free(in);
    return ocl_report_close(report);
}
