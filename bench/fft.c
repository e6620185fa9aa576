// SPDX-License-Identifier: MIT
//
// bench_fft - the rungs of fft_ladder beside FFTW, clFFT, VkFFT and cuFFT, on the same rows.
//
// Times are the wall clock's, with the launches and the wait: the mean of several transforms that
// follow each other directly; cuFFT's are those of CUDA's clock.  All go from one buffer to
// another.  The rate counts 5 n log2(n) operations for a row, as is usual.  Nobody's plan is timed.

// The lesson itself, of which main alone is not called.
#define main fft_ladder_main
#include "../ch16_applications/fft_ladder.c"
#undef main

#include "contest.h"
#include "fft_peers.h"

#include <omp.h>
#ifdef OCL_HAVE_FFTW
#include <fftw3.h>
#endif

enum { RUNS_CPU = 1, RUNS_GPU = 50, SETS = 4 };
static const size_t SIZES[SETS] = { 1 << 10, 1 << 16, 1 << 20, 1 << 24 };

typedef struct {
    lesson lesson;
    size_t bytes;
    int runs;
    cl_float2 *x, *y, *ref;
#ifdef OCL_HAVE_FFTW
    fftwf_plan one, many;
#endif
    fft_clfft *clfft;
    fft_vkfft *vkfft;
    fft_cufft *cufft;
} bench;

typedef struct {
    bench *b;
    rung rung;
} contender;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    const problem *p = &b->lesson.p;
    return fft_verify(name, b->y, b->ref, b->x, p->n, p->rows, p->bits);
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->y, ocl_poison_byte(round), b->bytes);
}

static void poison(void *what, size_t round)
{
    const bench *b = what;
    ocl_poison_run(b->lesson.env->queue, b->lesson.d_y, b->bytes, round);
}

static ocl_result check_buffer(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->lesson.env->queue, b->lesson.d_y, CL_TRUE, 0, b->bytes, b->y,
                                  0, NULL, NULL));
    return check(what, name);
}

// The mean of runs that follow each other, after one that the first of them waits for.
static double mean_ns(const bench *b, void (*enqueue)(void *), void *what)
{
    cl_command_queue queue = b->lesson.env->queue;
    enqueue(what);
    OCL_CHECK(clFinish(queue));
    const double start = ocl_wall_ns();
    for (int run = 0; run < b->runs; run++)
        enqueue(what);
    OCL_CHECK(clFinish(queue));
    return (ocl_wall_ns() - start) / b->runs;
}

static void enqueue_rung(void *what)
{
    launch_all(&((const contender *)what)->rung, NULL);
}

static double run_rung(void *what)
{
    const contender *c = what;
    return mean_ns(c->b, enqueue_rung, what);
}

static void poison_rung(void *what, size_t round)
{
    poison(((const contender *)what)->b, round);
}

static ocl_result check_rung(void *what, const char *name)
{
    return check_buffer(((const contender *)what)->b, name);
}

#ifdef OCL_HAVE_FFTW
static double run_plan(const bench *b, fftwf_plan plan)
{
    fftwf_execute(plan);
    const double start = ocl_wall_ns();
    for (int run = 0; run < b->runs; run++)
        fftwf_execute(plan);
    return (ocl_wall_ns() - start) / b->runs;
}

static double run_one(void *what)
{
    const bench *b = what;
    return run_plan(b, b->one);
}

static double run_many(void *what)
{
    const bench *b = what;
    return run_plan(b, b->many);
}

// FFTW tries its ways for at most so many seconds.  This writes to x and y.
static fftwf_plan plan_fftw(const bench *b, int threads)
{
    const int n = (int)b->lesson.p.n, rows = (int)b->lesson.p.rows;
    fftwf_plan_with_nthreads(threads);
    fftwf_set_timelimit(3.0);
    return fftwf_plan_many_dft(1, &n, rows, (fftwf_complex *)b->x, NULL, 1, n,
                               (fftwf_complex *)b->y, NULL, 1, n, FFTW_FORWARD, FFTW_MEASURE);
}
#endif

#ifdef OCL_HAVE_CLFFT
static void enqueue_clfft(void *what)
{
    fft_clfft_enqueue(((const bench *)what)->clfft);
}

static double run_clfft(void *what)
{
    return mean_ns(what, enqueue_clfft, what);
}
#endif

#ifdef OCL_HAVE_VKFFT
static void enqueue_vkfft(void *what)
{
    fft_vkfft_enqueue(((const bench *)what)->vkfft);
}

static double run_vkfft(void *what)
{
    return mean_ns(what, enqueue_vkfft, what);
}
#endif

#ifdef OCL_HAVE_CUFFT
static double run_cufft(void *what)
{
    const bench *b = what;
    return fft_cufft_ns(b->cufft, b->runs);
}

static ocl_result check_cufft(void *what, const char *name)
{
    const bench *b = what;
    fft_cufft_read(b->cufft, b->y);
    return check(what, name);
}
#endif

// fft_ref of the lesson by all cores.  It is called by one thread of a parallel region.
static void ref_by_tasks(complex_f64 *y, const cl_float2 *x, size_t n, size_t stride)
{
    if (n <= 1 << 14) {
        fft_ref(y, x, n, stride);
        return;
    }
#pragma omp task
    ref_by_tasks(y, x, n / 2, 2 * stride);
#pragma omp task
    ref_by_tasks(y + n / 2, x + stride, n / 2, 2 * stride);
#pragma omp taskwait
    join_halves(y, n);
}

// The references of all rows.
static void make_ref(bench *b)
{
    const size_t n = b->lesson.p.n, rows = b->lesson.p.rows;
    complex_f64 *y = ocl_alloc(n * rows * sizeof *y);
#pragma omp parallel
#pragma omp single
    for (size_t r = 0; r < rows; r++) {
#pragma omp task
        ref_by_tasks(y + r * n, b->x + r * n, n, 1);
    }
#pragma omp parallel for
    for (size_t i = 0; i < n * rows; i++) {
        b->ref[i].s[0] = (float)y[i].re;
        b->ref[i].s[1] = (float)y[i].im;
    }
    free(y);
}

// A data set: rows of n numbers each.
static void hold(const ocl_env *env, fft_shape shape, size_t each, size_t tile, ocl_report *report)
{
    const size_t count = shape.n * shape.rows;
    const bool is_cpu = ocl_is_cpu(env->device);
    bench b = { .bytes = count * sizeof(cl_float2), .runs = is_cpu ? RUNS_CPU : RUNS_GPU };
    b.lesson = (lesson){ .env = env,
                         .p = { .n = shape.n,
                                .rows = shape.rows,
                                .bits = log_2(shape.n),
                                .each = each,
                                .tile = tile_for(env->device, tile),
                                .items = ocl_group_size(env->device, tile / each) } };
    b.x = ocl_alloc(b.bytes);
    b.y = ocl_alloc(b.bytes);
    b.ref = ocl_alloc(b.bytes);
#ifdef OCL_HAVE_FFTW
    if (is_cpu) {
        b.one = plan_fftw(&b, 1);
        if (omp_get_max_threads() > 1) b.many = plan_fftw(&b, omp_get_max_threads());
    }
#endif
    make_sound(b.x, count, env->options->seed);
    make_ref(&b);
    b.lesson.d_y = ocl_buffer(env, CL_MEM_READ_WRITE, b.bytes, NULL);
    b.lesson.d_x = ocl_buffer(env, CL_MEM_READ_WRITE, b.bytes, b.x);
    b.lesson.d_other = ocl_buffer(env, CL_MEM_READ_WRITE, b.bytes, NULL);

    contest c = { .unit = "GFLOP/s", .env = env, .rounds = env->options->repeat };
    if (shape.n >= 1 << 20)
        snprintf(c.label, sizeof c.label, "%zuMx%zu", shape.n >> 20, shape.rows);
    else
        snprintf(c.label, sizeof c.label, "%zuKx%zu", shape.n >> 10, shape.rows);
    const double work = 5.0 * (double)count * (double)b.lesson.p.bits;
    contest_entry host = { .is_peer = true,
                           .what = &b,
                           .prepare = forget,
                           .check = check,
                           .work = work },
                  device = host;
    device.prepare = poison;
    device.check = check_buffer;
#ifdef OCL_HAVE_FFTW
    host.name = "fftw";
    host.run_ns = run_one;
    if (b.one) contest_add(&c, host);
    host.name = "fftw_threads";
    host.run_ns = run_many;
    if (b.many) contest_add(&c, host);
#endif
#ifdef OCL_HAVE_CLFFT
    b.clfft = fft_clfft_open(env->context, env->queue, shape, b.lesson.d_y, b.lesson.d_x);
    device.name = "clfft";
    device.run_ns = run_clfft;
    contest_add(&c, device);
#endif
#ifdef OCL_HAVE_VKFFT
    b.vkfft =
        fft_vkfft_open(env->context, env->queue, env->device, shape, b.lesson.d_y, b.lesson.d_x);
    device.name = "vkfft";
    device.run_ns = run_vkfft;
    contest_add(&c, device);
#endif
#ifdef OCL_HAVE_CUFFT
    if (!is_cpu) b.cufft = fft_cufft_open(b.x, shape);
    host.name = "cufft";
    host.run_ns = run_cufft;
    host.check = check_cufft;
    if (b.cufft) contest_add(&c, host);
#endif
    contender contenders[sizeof VARIANTS / sizeof *VARIANTS];
    size_t entered = 0;
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(env->options, VARIANTS[v]) || !is_possible(&b.lesson, v, report)) continue;
        contender *who = &contenders[entered++];
        *who = (contender){ .b = &b, .rung = open_rung(&b.lesson, v) };
        contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                         .what = who,
                                         .prepare = poison_rung,
                                         .run_ns = run_rung,
                                         .check = check_rung,
                                         .work = work });
    }
    contest_hold(&c, report);

    while (entered-- > 0)
        close_rung(&contenders[entered].rung);
#ifdef OCL_HAVE_CUFFT
    if (b.cufft) fft_cufft_close(b.cufft);
#endif
#ifdef OCL_HAVE_VKFFT
    fft_vkfft_close(b.vkfft);
#endif
#ifdef OCL_HAVE_CLFFT
    fft_clfft_close(b.clfft);
#endif
#ifdef OCL_HAVE_FFTW
    if (b.many) fftwf_destroy_plan(b.many);
    if (b.one) fftwf_destroy_plan(b.one);
#endif
    OCL_CHECK(clReleaseMemObject(b.lesson.d_other));
    OCL_CHECK(clReleaseMemObject(b.lesson.d_x));
    OCL_CHECK(clReleaseMemObject(b.lesson.d_y));
    free(b.ref);
    free(b.y);
    free(b.x);
}

int main(int argc, char **argv)
{
    size_t length = 0, each = 16, tile = MOST_TILE;
    const ocl_option own[] = {
        { .usage = "-L, --length N: of a row, a power of two; without it, 1K, 64K, 1M and 16M",
          .count = &length,
          .most = LARGEST },
        { .usage = "-e, --each N: numbers per work-item", .count = &each, .most = MOST_EACH },
        { .usage = "-t, --tile N: numbers per work-group", .count = &tile, .most = MOST_TILE },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "bench_fft",
                              .summary = "fft_ladder's rungs beside FFTW, clFFT, VkFFT and cuFFT.",
                              .accepts = "dnrVks",
                              .size_help = "numbers in all rows",
                              .extents = 1,
                              .most = 1 << 28,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 4 << 20 }, .repeat = 11, .seed = 1 });
    if ((length & (length - 1)) != 0)
        ocl_exit(OCL_EXIT_USAGE, "--length: %zu is not a power of two", length);
    if ((tile & (tile - 1)) != 0 || (each & (each - 1)) != 0 || each < 2 || tile < each)
        ocl_exit(OCL_EXIT_USAGE, "--each, --tile: powers of two, with 2 <= each <= tile");
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * sizeof(cl_float2);
    ocl_require_memory(env.device, room, 6.0 * room, 9.0 * room);
#ifdef OCL_HAVE_FFTW
    fftwf_init_threads();
#endif
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "numbers", opt.n[0]);
    for (int s = 0; s < SETS; s++) {
        const size_t n = length > 0 ? length : SIZES[s];
        if (n <= opt.n[0]) hold(&env, (fft_shape){ n, opt.n[0] / n }, each, tile, report);
        if (length > 0) break;
    }
    ocl_close(&env);
#ifdef OCL_HAVE_FFTW
    fftwf_cleanup_threads();
#endif
    return ocl_report_close(report);
}
