// SPDX-License-Identifier: MIT
//
// data_types - host and device read the same struct: what parcels cost.
//
// Shows   the host's types cl_uchar, cl_ushort, cl_uint and cl_ulong, whose bytes are those of
//         uchar, ushort, uint and ulong in a kernel; a struct as the element of a buffer
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     data_types -n 10, and -k with another order of the fields in a copy of data_types.cl

#include "ocl.h"

// The fields and their order are those of data_types.cl.
typedef struct {
    cl_uchar pieces;
    cl_uint grams;      // per piece
    cl_ushort price;    // cents per gram
} parcel;

// The answer in plain C.
static void data_types_ref(cl_ulong *out, const parcel *in, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (cl_ulong)in[i].pieces * in[i].grams * in[i].price;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "data_types",
                              .summary = "Host and device read the same struct.",
                              .accepts = "dnks",
                              .size_help = "parcels",
                              .extents = 1,
                              .most = 1 << 26 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], in_bytes = n * sizeof(parcel), out_bytes = n * sizeof(cl_ulong);
    ocl_require_memory(env.device, (double)in_bytes, (double)in_bytes + (double)out_bytes,
                       (double)in_bytes + 2.0 * (double)out_bytes);
    parcel *in = ocl_alloc(in_bytes);
    cl_ulong *out = ocl_alloc(out_bytes), *ref = ocl_alloc(out_bytes);
    ocl_fill_bytes(in, in_bytes, opt.seed);    // any bytes are a parcel
    in[0].pieces |= 128;                       // one of them has more than a signed byte can hold
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "parcels", n);
    ocl_report_count(report, "bytes each", sizeof(parcel));
    OCL_TIME_REFERENCE(report, data_types_ref(ref, in, n));

    // Program and buffers.
    cl_program program = ocl_build(&env, "data_types.cl", "-cl-std=CL1.2");
    cl_mem d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, out_bytes, NULL);
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, in_bytes, in);

    // Arguments.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "data_types", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    // Launch, a work-item per parcel, and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out, CL_TRUE, 0, out_bytes, out, 0, NULL, NULL));

    // Verify.  Whole numbers: each is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "costs", ocl_verify_u64("costs", out, ref, n));

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
