// SPDX-License-Identifier: MIT
//
// iir - a recursive filter: each launch needs the output of the launch before it.
//
// Shows   what is needed before it is known: guess it, and come closer with each launch; two
//         buffers that change places
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     iir -n 1000, iir -n 1M

#include "ocl.h"

// FEEDBACK is the sum of all |b|.  It is less than 1, so that the filter forgets.
// FEEDBACK^LAUNCHES is less than 2^-24: what a float feels.
enum { TAPS = 16, LAUNCHES = 33 };
static const double FEEDBACK = 0.6;

// The answer in plain C, in the order of time.  x and y begin with TAPS zeros.
static void iir_ref(float *y, const float *x, const float *a, const float *b, size_t n)
{
    for (size_t t = TAPS; t < TAPS + n; t++) {
        double sum = 0.0;
        for (size_t i = 0; i < TAPS; i++)
            sum += (double)a[i] * x[t - i] - (double)b[i] * y[t - 1 - i];
        y[t] = (float)sum;
    }
}

// How far the device's outputs may be from these.  No |x| is above 1, and the |a| sum up to 1: so
// no |y| is above 1 / (1 - FEEDBACK).  The first guess is 0, so its error is not larger either.
// Each launch makes it smaller by FEEDBACK, and adds roundings to 24 bits: of 2 TAPS sums, of the
// products, which weigh as much as one sum, and of the reference's answer.  Later outputs feel
// them, 1 / (1 - FEEDBACK) in all.
static double iir_bound(void)
{
    const double largest = 1.0 / (1.0 - FEEDBACK);
    const double rounding = (2 * TAPS + 2) * 0x1p-24 * (1.0 + FEEDBACK * largest) * largest;
    return pow(FEEDBACK, LAUNCHES) * largest + rounding;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "iir",
                              .summary = "A recursive filter with 16 + 16 coefficients.",
                              .accepts = "dnks",
                              .size_help = "samples",
                              .extents = 1,
                              .most = 1 << 28 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 65521 }, .seed = 1 });

    // Device, filter, samples, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = (TAPS + n) * sizeof(float);
    ocl_require_memory(env.device, (double)bytes, 3.0 * (double)bytes, 3.0 * (double)bytes);
    float a[TAPS], b[TAPS];
    for (int i = 0; i < TAPS; i++) {
        a[i] = 1.0f / TAPS;
        b[i] = (float)(i % 2 ? -FEEDBACK / TAPS : FEEDBACK / TAPS);
    }
    float *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_f32(x, TAPS + n, -1.0f, 1.0f, opt.seed);
    memset(x, 0, TAPS * sizeof *x);
    memset(ref, 0, TAPS * sizeof *ref);
    memset(y, 0, bytes);    // the first guess
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "launches", LAUNCHES);
    OCL_TIME_REFERENCE(report, iir_ref(ref, x, a, b, n));

    // Program and buffers: the outputs of this launch, and those of the launch before.
    cl_program program = ocl_build(&env, "iir.cl", "-DTAPS=%d", TAPS);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, y);
    cl_mem d_before = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, y);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_mem d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof a, a);
    cl_mem d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof b, b);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "iir", &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    // The queue runs the launches in order.  After each one the two buffers change places.
    const size_t local = ocl_local_size(kernel, env.device, 256), global = ocl_round_up(n, local);
    cl_event done[LAUNCHES];
    for (int k = 0; k < LAUNCHES; k++) {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_before, &d_before));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done[k]));
        cl_mem d_written = d_y;
        d_y = d_before;
        d_before = d_written;
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_before, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.
    ocl_report_kernel(report, "kernel", done, LAUNCHES);
    ocl_report_result(report, "outputs",
                      ocl_verify_f32("outputs", y + TAPS, ref + TAPS, n, iir_bound()));

    // Release, in reverse order.
    for (int k = 0; k < LAUNCHES; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_before));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
