// SPDX-License-Identifier: MIT
//
// bench_iir - iir_blocks' channels and both beside loops in C, on the same samples.
//
// Times are the wall clock's, with the launch and the wait.

#include "contest.h"
#include "iir_blocks/filter.h"

#include <math.h>

enum { AHEAD = 64 };    // rows, as in the lesson on a CPU
enum { MIN_BLOCK = 256, ITEMS_PER_UNIT = 512, BOTH_LOCAL = 64 };    // as in the lesson

// fma() is one instruction, or else two operations are faster.
#ifdef FP_FAST_FMAF
#define FMA(a, b, c) fmaf(a, b, c)
#else
#define FMA(a, b, c) ((a) * (b) + (c))
#endif

typedef struct {
    const iir_filter *filter;
    const iir_signal *signal;
    const ocl_env *env;
    cl_kernel channels, both;
    size_t blocks;    // of each channel, for both
} bench;

// The formula as it stands, one channel after the other.
static void run_serial(void *what)
{
    const bench *b = what;
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
static void run_formula(void *what)
{
    const bench *b = what;
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

static void run_transposed(void *what)
{
    const bench *b = what;
#pragma omp parallel for
    for (size_t first = 0; first < b->signal->width; first += LANES)
        transposed(b, first, 0);
}

static void run_prefetching(void *what)
{
    const bench *b = what;
#pragma omp parallel for
    for (size_t first = 0; first < b->signal->width; first += LANES)
        transposed(b, first, AHEAD);
}

static void run_channels(void *what)
{
    const bench *b = what;
    const size_t items = b->signal->width / LANES, one = 1;
    OCL_CHECK(
        clEnqueueNDRangeKernel(b->env->queue, b->channels, 1, NULL, &items, &one, 0, NULL, NULL));
    OCL_CHECK(clFinish(b->env->queue));
}

static void run_both(void *what)
{
    const bench *b = what;
    const size_t extents[] = { b->signal->width, b->blocks };
    const size_t wide = ocl_smaller(b->signal->width, BOTH_LOCAL);
    const size_t wanted[] = { wide, BOTH_LOCAL / wide };
    ocl_range_2d range;
    ocl_local_size_2d(b->both, b->env->device, wanted, range.local);
    ocl_global_size_2d(extents, range.local, SIZE_MAX, range.global);
    ocl_enqueue_2d(b->env->queue, b->both, &range, NULL, NULL);
    OCL_CHECK(clFinish(b->env->queue));
}

// `last`: the arguments behind n, `count` of them.
static cl_kernel make_kernel(const bench *b, cl_program program, const char *name,
                             const cl_mem *coefficients, const cl_uint *last, cl_uint count)
{
    const iir_signal *s = b->signal;
    const cl_uint n = (cl_uint)s->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_y, &s->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof s->d_x, &s->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_mem), &coefficients[0]));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_mem), &coefficients[1]));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    for (cl_uint i = 0; i < count; i++)
        OCL_CHECK(clSetKernelArg(kernel, 5 + i, sizeof last[i], &last[i]));
    return kernel;
}

static void make_kernels(bench *b, cl_program program, const cl_mem *coefficients)
{
    const iir_signal *s = b->signal;
    const size_t units = (size_t)ocl_device_number(b->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t block = ocl_divide_up(s->n * s->width, units * ITEMS_PER_UNIT);
    const cl_uint width = (cl_uint)s->width, groups = width / LANES;
    const cl_uint both[] = {
        width,
        (cl_uint)ocl_round_up(block < MIN_BLOCK ? MIN_BLOCK : ocl_smaller(block, s->n), TAPS),
        (cl_uint)ocl_round_up(TAPS + samples_to_forget(b->filter), TAPS),
    };
    b->blocks = ocl_divide_up(s->n, both[1]);
    b->channels = make_kernel(b, program, "iir_channels", coefficients, &groups, 1);
    b->both = make_kernel(b, program, "iir_both", coefficients, both, 3);
}

static void clear(void *what, size_t round)
{
    const iir_signal *s = ((const bench *)what)->signal;
    clear_signal(s, round);
    memset(s->y, 0, TAPS * s->width * sizeof(float));
}

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return verify_signal(name, b->signal, iir_bound(b->filter));
}

static ocl_result check_kernel(void *what, const char *name)
{
    const bench *b = what;
    const iir_signal *s = b->signal;
    OCL_CHECK(
        clEnqueueReadBuffer(b->env->queue, s->d_y, CL_TRUE, 0, s->bytes, s->y, 0, NULL, NULL));
    return check(what, name);
}

int main(int argc, char **argv)
{
    size_t channels = 64;
    const ocl_option own[] = {
        { .usage = "-c, --channels N: a multiple of 16", .count = &channels },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "bench_iir",
                              .summary = "the channels of iir_blocks beside loops in C.",
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
    const double bytes = sizeof(float) * (double)(n + 2 * TAPS) * (double)channels;
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 3.0 * bytes);
    const iir_filter filter = make_filter(0.6);
    const iir_signal signal = open_signal(&env, n, channels);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "samples", n);
    ocl_report_count(report, "channels", channels);
    OCL_TIME_REFERENCE(report, iir_ref(&signal, &filter));

    cl_program program = ocl_build(&env, "iir_blocks.cl", "-DTAPS=%d -DAHEAD=%d -DGROUP=%d", TAPS,
                                   rows_ahead(&env), TAPS);
    const cl_mem coefficients[] = {
        ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof filter.a, filter.a),
        ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof filter.b, filter.b),
    };
    bench b = { .filter = &filter, .signal = &signal, .env = &env };
    make_kernels(&b, program, coefficients);
    static const struct {
        const char *name;
        void (*run)(void *what);
    } contenders[] = { { "serial", run_serial },         { "formula", run_formula },
                       { "transposed", run_transposed }, { "prefetching", run_prefetching },
                       { "channels", run_channels },     { "both", run_both } };
    contest c = { .unit = "Msample/s", .env = &env, .rounds = opt.repeat };
    for (size_t i = 0; i < sizeof contenders / sizeof contenders[0]; i++) {
        const bool is_kernel = i >= 4;
        contest_add(&c, (contest_entry){ .name = contenders[i].name,
                                         .is_peer = !is_kernel,
                                         .what = &b,
                                         .prepare = clear,
                                         .run = contenders[i].run,
                                         .check = is_kernel ? check_kernel : check,
                                         .work = (double)(n * channels) });
    }
    contest_hold(&c, report);

    OCL_CHECK(clReleaseKernel(b.both));
    OCL_CHECK(clReleaseKernel(b.channels));
    OCL_CHECK(clReleaseMemObject(coefficients[1]));
    OCL_CHECK(clReleaseMemObject(coefficients[0]));
    OCL_CHECK(clReleaseProgram(program));
    close_signal(&signal);
    ocl_close(&env);
    return ocl_report_close(report);
}
