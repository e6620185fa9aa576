// SPDX-License-Identifier: MIT
//
// bench_iir - iir's channels beside loops in C, on the same samples.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.
// Times are the wall clock's, with the launch and the wait.

#include "iir/filter.h"

#include <math.h>

enum { CONTENDERS = 5, AHEAD = 64 };    // AHEAD: rows, as in the lesson

// fma() is one instruction, or else two operations are faster.
#ifdef FP_FAST_FMAF
#define FMA(a, b, c) fmaf(a, b, c)
#else
#define FMA(a, b, c) ((a) * (b) + (c))
#endif

typedef struct {
    const iir_filter *filter;
    const iir_signal *signal;
    cl_command_queue queue;
    cl_kernel kernel;
} bench;

typedef struct {
    const char *name;
    void (*run)(const bench *b);
    ocl_times times;
    ocl_result result;
} contender;

// The formula as it stands, one channel after the other.
static void run_serial(const bench *b)
{
    const iir_signal *s = b->signal;
    for (size_t channel = 0; channel < s->width; channel++) {
        const float *x = s->x + channel;
        float *y = s->y + channel;
        for (size_t t = TAPS; t < TAPS + s->n; t++) {
            float sum = 0.0f;
            for (size_t i = 0; i < TAPS; i++)
                sum = FMA(b->filter->a[i], x[(t - i) * s->width], sum);
            for (size_t i = 0; i < TAPS; i++)
                sum = FMA(-b->filter->b[i], y[(t - 1 - i) * s->width], sum);
            y[t * s->width] = sum;
        }
    }
}

// The formula for LANES channels at a time.
static void run_formula(const bench *b)
{
    const iir_signal *s = b->signal;
    const size_t width = s->width, n = s->n;
    const float *a = b->filter->a, *feedback = b->filter->b;
#pragma omp parallel for
    for (size_t first = 0; first < width; first += LANES)
        for (size_t t = TAPS; t < TAPS + n; t++) {
            const float *x = s->x + t * width + first;
            float *y = s->y + t * width + first, sums[LANES] = { 0.0f };
            for (size_t i = 0; i < TAPS; i++)
#pragma omp simd
                for (size_t lane = 0; lane < LANES; lane++) {
                    const float sum = FMA(a[i], (x - i * width)[lane], sums[lane]);
                    sums[lane] = FMA(-feedback[i], (y - (i + 1) * width)[lane], sum);
                }
#pragma omp simd
            for (size_t lane = 0; lane < LANES; lane++)
                y[lane] = sums[lane];
        }
}

// Asks for the cache lines of inputs and outputs before they are used, as the kernel does.
static void prefetch(const float *x, const float *y)
{
#ifdef __GNUC__
    __builtin_prefetch(x);
    __builtin_prefetch(y);
#else
    (void)x;
    (void)y;
#endif
}

// The transposed form for LANES channels, as in the kernel: wait[k] has what the samples so far
// give to output t + k.  The compiler makes two versions, with `ahead` of 0 and of AHEAD rows.
static inline void transposed(const bench *b, size_t first, size_t ahead)
{
    const iir_signal *s = b->signal;
    const float *a = b->filter->a, *feedback = b->filter->b;
    float wait[TAPS + 1][LANES] = { { 0.0f } };    // the last row stays 0
    for (size_t t = TAPS; t < TAPS + s->n; t++) {
        const size_t at = t * s->width + first;
        const float *x = s->x + at;
        float *y = s->y + at, out[LANES];
        if (ahead > 0 && t + ahead < TAPS + s->n)
            prefetch(x + ahead * s->width, y + ahead * s->width);
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++)
            y[lane] = out[lane] = FMA(a[0], x[lane], wait[0][lane]);
#pragma GCC unroll 16
        for (size_t k = 1; k <= TAPS; k++)
#pragma omp simd
            for (size_t lane = 0; lane < LANES; lane++) {
                const float in = k < TAPS ? FMA(a[k], x[lane], wait[k][lane]) : 0.0f;
                wait[k - 1][lane] = FMA(-feedback[k - 1], out[lane], in);
            }
    }
}

static void run_transposed(const bench *b)
{
#pragma omp parallel for
    for (size_t first = 0; first < b->signal->width; first += LANES)
        transposed(b, first, 0);
}

static void run_prefetching(const bench *b)
{
#pragma omp parallel for
    for (size_t first = 0; first < b->signal->width; first += LANES)
        transposed(b, first, AHEAD);
}

static void run_kernel(const bench *b)
{
    const size_t items = b->signal->width / LANES, one = 1;
    OCL_CHECK(clEnqueueNDRangeKernel(b->queue, b->kernel, 1, NULL, &items, &one, 0, NULL, NULL));
    OCL_CHECK(clFinish(b->queue));
}

static cl_kernel make_kernel(const bench *b, cl_program program, const cl_mem *coefficients)
{
    const iir_signal *s = b->signal;
    const cl_uint n = (cl_uint)s->n, groups = (cl_uint)(s->width / LANES);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "iir_channels", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_y, &s->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof s->d_x, &s->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_mem), &coefficients[0]));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_mem), &coefficients[1]));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof groups, &groups));
    return kernel;
}

static void run_rounds(const bench *b, contender *all, size_t rounds)
{
    const iir_signal *s = b->signal;
    for (size_t round = 0; round <= rounds; round++)
        for (size_t i = 0; i < CONTENDERS; i++) {
            clear_signal(s, round);
            memset(s->y, 0, TAPS * s->width * sizeof(float));
            OCL_CHECK(clFinish(b->queue));
            const double begin = ocl_wall_ns();
            all[i].run(b);
            if (round > 0) ocl_times_add(&all[i].times, ocl_wall_ns() - begin);
            if (all[i].run == run_kernel)
                OCL_CHECK(clEnqueueReadBuffer(b->queue, s->d_y, CL_TRUE, 0, s->bytes, s->y, 0, NULL,
                                              NULL));
            const ocl_result one = verify_signal(all[i].name, s, iir_bound(b->filter));
            all[i].result = round > 0 ? ocl_result_both(all[i].result, one) : one;
        }
}

int main(int argc, char **argv)
{
    size_t channels = 64;
    const ocl_option own[] = {
        { .usage = "-c, --channels N: a multiple of 16", .count = &channels },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "bench_iir",
                              .summary = "iir's channels beside loops in C.",
                              .accepts = "dnrks",
                              .size_help = "samples of each channel",
                              .extents = 1,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 64 << 10 }, .repeat = 21, .seed = 1 });
    const size_t n = opt.n[0];
    if (channels == 0 || channels % LANES != 0 || channels > 1 << 20 || n > 1 << 30)
        ocl_exit(OCL_EXIT_USAGE,
                 "give at most 1G samples, and at most 1M channels, a multiple of %d", LANES);
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(float) * (double)(n + TAPS) * (double)channels;
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 3.0 * bytes);
    const iir_filter filter = make_filter();
    const iir_signal signal = open_signal(&env, n, channels);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "samples", n);
    ocl_report_count(report, "channels", channels);
    OCL_TIME_REFERENCE(report, iir_ref(&signal, &filter));

    cl_program program = ocl_build(&env, "iir.cl", "-DTAPS=%d -DAHEAD=%d", TAPS, AHEAD);
    const cl_mem coefficients[] = {
        ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof filter.a, filter.a),
        ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof filter.b, filter.b),
    };
    bench b = { .filter = &filter, .signal = &signal, .queue = env.queue };
    b.kernel = make_kernel(&b, program, coefficients);
    contender all[CONTENDERS] = { { .name = "serial", .run = run_serial },
                                  { .name = "formula", .run = run_formula },
                                  { .name = "transposed", .run = run_transposed },
                                  { .name = "prefetching", .run = run_prefetching },
                                  { .name = "channels", .run = run_kernel } };
    run_rounds(&b, all, opt.repeat);
    for (size_t i = 0; i < CONTENDERS; i++)
        ocl_report_row(report, &(ocl_row){ .name = all[i].name,
                                           .times = &all[i].times,
                                           .work = (double)(n * channels),
                                           .unit = "Msample/s",
                                           .result = all[i].result });
    ocl_table table = ocl_table_open(report, "speed", "against, channels is faster by");
    for (size_t i = 0; i + 1 < CONTENDERS; i++)
        ocl_table_row(&table, "%-11s %.2f", all[i].name,
                      ocl_median_ns(&all[i].times) / ocl_median_ns(&all[CONTENDERS - 1].times));

    OCL_CHECK(clReleaseKernel(b.kernel));
    OCL_CHECK(clReleaseMemObject(coefficients[1]));
    OCL_CHECK(clReleaseMemObject(coefficients[0]));
    OCL_CHECK(clReleaseProgram(program));
    close_signal(&signal);
    ocl_close(&env);
    return ocl_report_close(report);
}
