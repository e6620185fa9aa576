// SPDX-License-Identifier: MIT
//
// fft - which frequencies are in a sound?  The fast Fourier transform.
//
// Shows   a divide and conquer method as passes over one buffer: a launch per pass
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     fft -n 1024, fft -n 64, fft -n 1M

#include "ocl.h"

#include <float.h>

enum { RATE = 8192, LARGEST = 1 << 25, MAX_PASSES = 25 };    // RATE: samples per second

static const double PI = 3.14159265358979323846;

typedef struct {
    double re, im;
} complex_f64;

// Two tones and noise that is louder than both: a whole number of waves per second each.
static void make_sound(cl_float2 *x, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        const double t = 2.0 * PI * (double)(i % RATE) / RATE;
        const double noise = (double)(ocl_random(seed, i) >> 40) / (1 << 23) - 1.0;
        x[i].s[0] = (float)(0.5 * sin(440.0 * t) + 0.25 * sin(1000.0 * t) + noise);
        x[i].s[1] = 0.0f;
    }
}

// turns[k] is the k-th of n steps around the circle, clockwise, for the first half of them.
static void make_turns(complex_f64 *turns, size_t n)
{
    for (size_t k = 0; k < n / 2; k++) {
        const double angle = -2.0 * PI * (double)k / (double)n;
        turns[k] = (complex_f64){ cos(angle), sin(angle) };
    }
}

// The answer in plain C: the spectra of x[0], x[2], ... and of x[1], x[3], ... make that of both.
static void fft_ref(complex_f64 *y, const cl_float2 *x, const complex_f64 *turns, size_t n,
                    size_t stride)
{
    if (n == 1) {
        y[0] = (complex_f64){ (double)x->s[0], (double)x->s[1] };
        return;
    }
    fft_ref(y, x, turns, n / 2, 2 * stride);
    fft_ref(y + n / 2, x + stride, turns, n / 2, 2 * stride);
    for (size_t k = 0; k < n / 2; k++) {
        const complex_f64 a = y[k], b = y[k + n / 2], w = turns[k * stride];
        const complex_f64 turned = { w.re * b.re - w.im * b.im, w.re * b.im + w.im * b.re };
        y[k] = (complex_f64){ a.re + turned.re, a.im + turned.im };
        y[k + n / 2] = (complex_f64){ a.re - turned.re, a.im - turned.im };
    }
}

// The two strongest frequencies.  A tone of amplitude 1 gives n / 2.
static void show_peaks(ocl_report *report, const cl_float2 *y, size_t n)
{
    ocl_table table = ocl_table_open(report, "peaks", "Hz, amplitude");
    size_t first = 0;
    for (int i = 0; i < 2; i++) {
        size_t best = 0;
        double strength = 0.0;
        for (size_t k = 1; k < n / 2; k++) {
            const double s = hypot((double)y[k].s[0], (double)y[k].s[1]);
            if (s > strength && k != first) best = k, strength = s;
        }
        if (best == 0) return;
        ocl_table_row(&table, "%8.1f %10.3f", (double)best * RATE / (double)n,
                      strength / ((double)n / 2.0));
        first = best;
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "fft",
                              .summary = "Which frequencies are in a sound?",
                              .accepts = "dnks",
                              .size_help = "samples of the sound: a power of two",
                              .extents = 1,
                              .most = LARGEST };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { RATE }, .seed = 1 });
    const size_t n = opt.n[0], bytes = n * sizeof(cl_float2);
    if ((n & (n - 1)) != 0) ocl_exit(OCL_EXIT_USAGE, "--size: %zu is not a power of two", n);
    cl_uint passes = 0;
    while ((size_t)1 << passes < n)
        passes++;

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 6.0 * (double)bytes);
    cl_float2 *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    complex_f64 *ref_f64 = ocl_alloc(n * sizeof *ref_f64);
    complex_f64 *turns = ocl_alloc((n / 2 + 1) * sizeof *turns);
    make_sound(x, n, opt.seed);
    make_turns(turns, n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, fft_ref(ref_f64, x, turns, n, 1));

    // Program, buffers, kernels, and the arguments that stay.
    cl_program program = ocl_build(&env, "fft.cl", "-cl-std=CL1.2");
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_int err;
    cl_kernel reverse = OCL_CREATE(clCreateKernel(program, "fft_reverse", &err));
    OCL_CHECK(clSetKernelArg(reverse, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(reverse, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(reverse, 2, sizeof passes, &passes));
    cl_kernel pass = OCL_CREATE(clCreateKernel(program, "fft_pass", &err));
    const cl_uint pairs = (cl_uint)(n / 2);
    OCL_CHECK(clSetKernelArg(pass, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(pass, 2, sizeof pairs, &pairs));

    // Launch: into the order of reversed bits, then a pass for each power of two.
    const size_t local =
        ocl_smaller(ocl_local_size(reverse, env.device, 64), ocl_local_size(pass, env.device, 64));
    const size_t all = ocl_round_up(n, local), half = ocl_round_up(n / 2, local);
    cl_event done[1 + MAX_PASSES];
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, reverse, 1, NULL, &all, &local, 0, NULL, &done[0]));
    for (cl_uint p = 0; p < passes; p++) {
        OCL_CHECK(clSetKernelArg(pass, 1, sizeof(cl_uint), &(cl_uint){ 1u << p }));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, pass, 1, NULL, &half, &local, 0, NULL, &done[1 + p]));
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.  All errors in units of u = 2^-24, as a part of the length of all n numbers together.
    // A pass makes this length sqrt(2) times as large, and also the error that it finds.  It adds
    // at most
    //
    //     21 u    the angle, up to pi: M_PI_F, a product, and a quotient of 2.5 ULP
    //      8 u    cos and sin: 4 ULP each
    //      3 u    the complex product: 2 sqrt(2) u
    //      1 u    the sum
    //
    // 2 u are for the float of the reference, and for errors of errors.  So the length of all
    // errors is at most this part of that of the spectrum.  No number is off by more than all.
    double length = 0.0, error = 0.0;    // their squares
    for (size_t i = 0; i < n; i++) {
        ref[i].s[0] = (float)ref_f64[i].re;
        ref[i].s[1] = (float)ref_f64[i].im;
        for (int c = 0; c < 2; c++) {
            const double want = (double)ref[i].s[c], off = (double)y[i].s[c] - want;
            length += want * want;
            error += off * off;
        }
    }
    const double bound = (33.0 * passes + 2.0) * FLT_EPSILON / 2.0;
    const float whole = (float)sqrt(error / length), none = 0.0f;
    show_peaks(report, y, n);
    ocl_report_kernel(report, "kernel", done, 1 + passes);
    ocl_report_result(report, "spectrum",
                      ocl_verify_f32("spectrum", y[0].s, ref[0].s, 2 * n, bound * sqrt(length)));
    ocl_report_result(report, "all errors", ocl_verify_f32("all errors", &whole, &none, 1, bound));

    // Release, in reverse order.
    for (cl_uint p = 0; p <= passes; p++)
        OCL_CHECK(clReleaseEvent(done[p]));
    OCL_CHECK(clReleaseKernel(pass));
    OCL_CHECK(clReleaseKernel(reverse));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(turns);
    free(ref_f64);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
