// SPDX-License-Identifier: MIT
//
// vectors - four numbers in one variable: the red and the blue of pixels change places.
//
// Shows   a vector that is loaded, named in parts, computed with, and stored
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer; vload4,
//         vstore4
// Try     vectors -n 10, and -k with your own copy of vectors.cl

#include "ocl.h"

// The answer in plain C: a pixel is four bytes.
static void vectors_ref(unsigned char *out, const unsigned char *in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[4 * i] = (unsigned char)(in[4 * i + 2] / 2);        // red, from blue
        out[4 * i + 1] = (unsigned char)(in[4 * i + 1] / 2);    // green
        out[4 * i + 2] = (unsigned char)(in[4 * i] / 2);        // blue, from red
        out[4 * i + 3] = in[4 * i + 3];                         // alpha
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "vectors",
                              .summary = "Red and blue of pixels change places.",
                              .accepts = "dnks",
                              .size_help = "pixels",
                              .extents = 1,
                              .most = 1 << 28 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = 4 * n;
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 3.0 * (double)bytes);
    unsigned char *in = ocl_alloc(bytes), *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_bytes(in, bytes, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "pixels", n);
    OCL_TIME_REFERENCE(report, vectors_ref(ref, in, n));

    // Program and buffers.
    cl_program program = ocl_build(&env, "vectors.cl", "-cl-std=CL1.2");
    cl_mem d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, in);

    // Arguments.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "vectors", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    // Launch, a work-item per pixel, and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));

    // Verify.  Whole numbers: each byte is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "pixels", ocl_verify_bytes("pixels", out, ref, bytes));

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
