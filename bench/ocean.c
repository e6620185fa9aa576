// SPDX-License-Identifier: MIT
//
// bench_ocean - the kernels of ocean beside OpenMP and FFTW, on the same sea.
//
// Two parts: the transform of heights and slopes alone, and a whole frame, from the waves to the
// picture.  Times are the wall clock's, with all launches and one wait; the picture stays where it
// is made.  `openmp` transforms rows, then columns, all columns of a row side by side in vectors;
// its angles are in tables.  A frame of `fftw_threads` has waves and picture by OpenMP, too.  The
// rate of a transform counts 5 n n log2(n n) operations, as is usual.  Nobody's plan is timed.

// The lesson itself, of which main alone is not called.
#define main ocean_main
#include "../ch16_applications/ocean.c"
#undef main

#include "contest.h"

#include <omp.h>
#ifdef OCL_HAVE_FFTW
#include <fftw3.h>
#endif

static const double PI = 3.14159265358979323846;

enum { FRAME = 21 };    // the one that is drawn, of FRAMES

typedef struct {
    const ocl_env *env;
    size_t n, bytes;    // bytes: of heights and slopes
    cl_float4 *begin;
    cl_uint *turns;
    cl_float2 *waves, *water, *next, *ref;
    float turn[FRAMES][2], *root;    // cos and sin; of half a turn, n / 2 of them
    double heights, slopes;          // bounds
    ocl_picture picture, picture_ref;
    size_t local;
    cl_kernel wave, rows, columns, draw;
    cl_mem d_picture, d_water, d_next, d_begin, d_turns, d_roots;
#ifdef OCL_HAVE_FFTW
    fftwf_plan one, many;
#endif
} bench;

static ocl_result check_water(void *what, const char *name)
{
    const bench *b = what;
    const size_t half = b->n * b->n;
    return ocl_result_both(
        ocl_verify_f32(name, b->water[0].s, b->ref[0].s, 2 * half, b->heights),
        ocl_verify_f32(name, b->water[half].s, b->ref[half].s, 2 * half, b->slopes));
}

static ocl_result check_frame(void *what, const char *name)
{
    bench *b = what;
    draw_ref(&b->picture_ref, b->water, b->n);
    return ocl_result_both(check_water(what, name),
                           ocl_verify_picture(name, &b->picture, &b->picture_ref, 1));
}

static void forget_water(void *what, size_t round)
{
    const bench *b = what;
    memset(b->water, ocl_poison_byte(round), b->bytes);
    memset(b->next, ocl_poison_byte(round), b->bytes);
}

static void forget_frame(void *what, size_t round)
{
    const bench *b = what;
    forget_water(what, round);
    memset(b->waves, ocl_poison_byte(round), b->bytes);
    memset(b->picture.rgba, ocl_poison_byte(round), 4 * b->n * b->n);
}

// --- OpenMP

static void make_waves(const bench *b)
{
    const size_t n = b->n;
#pragma omp parallel for
    for (size_t row = 0; row < n; row++) {
        const float step = (float)(2.0 * PI / (double)n);
        const float ky = step * ((float)row - (row < n / 2 ? 0.0f : (float)n));
        for (size_t column = 0; column < n; column++) {
            const size_t i = row * n + column;
            const float kx = step * ((float)column - (column < n / 2 ? 0.0f : (float)n));
            const float *w = b->begin[i].s, *turn = b->turn[b->turns[i] * FRAME % FRAMES];
            const float re = w[0] * turn[0] - w[1] * turn[1] + w[2] * turn[0] + w[3] * turn[1];
            const float im = w[0] * turn[1] + w[1] * turn[0] - w[2] * turn[1] + w[3] * turn[0];
            b->waves[i] = (cl_float2){ .s = { re, im } };
            b->waves[n * n + i] = (cl_float2){ .s = { -ky * re - kx * im, kx * re - ky * im } };
        }
    }
}

// out_low = a + root * b, out_high = a - root * b, for so many complex numbers.
static void join(float *restrict low, float *restrict high, const float *a, const float *b,
                 const float *root, size_t count)
{
    const float re = root[0], im = root[1];
#pragma omp simd
    for (size_t c = 0; c < count; c++) {
        const float turned_re = re * b[2 * c] - im * b[2 * c + 1];
        const float turned_im = re * b[2 * c + 1] + im * b[2 * c];
        low[2 * c] = a[2 * c] + turned_re;
        low[2 * c + 1] = a[2 * c + 1] + turned_im;
        high[2 * c] = a[2 * c] - turned_re;
        high[2 * c + 1] = a[2 * c + 1] - turned_im;
    }
}

// A row, by passes as in the kernel, but with one root for each launch of the inner loop.
static void transform_row(const bench *b, float *out, const float *in, float *const room[2])
{
    const size_t n = b->n;
    const float *from = in;
    int k = 0;
    for (size_t size = 1; size < n; size *= 2, k ^= 1) {
        float *to = size == n / 2 ? out : room[k];
        for (size_t i = 0; i < n / 2; i += size)
#pragma omp simd
            for (size_t j = 0; j < size; j++) {
                const float *root = b->root + 2 * (j * (n / 2 / size));
                const float *x = from + 2 * (i + j), *y = x + n;
                float *low = to + 2 * (2 * i + j), *high = low + 2 * size;
                const float re = root[0] * y[0] - root[1] * y[1];
                const float im = root[0] * y[1] + root[1] * y[0];
                low[0] = x[0] + re;
                low[1] = x[1] + im;
                high[0] = x[0] - re;
                high[1] = x[1] - im;
            }
        from = to;
    }
}

// All rows of waves; then the passes of the columns, to and fro: the last one ends in water.
static void transform_openmp(void *what)
{
    const bench *b = what;
    const size_t n = b->n;
    int passes = 0;
    for (size_t size = 1; size < n; size *= 2)
        passes++;
#pragma omp parallel
    {
        float *memory = ocl_alloc(4 * n * sizeof *memory);
        float *const room[2] = { memory, memory + 2 * n };
        float *to = (passes % 2 == 0 ? b->water : b->next)->s;
        float *other = (passes % 2 == 0 ? b->next : b->water)->s;
#pragma omp for
        for (size_t row = 0; row < 2 * n; row++)
            transform_row(b, to + 2 * row * n, b->waves[row * n].s, room);
        for (size_t size = 1; size < n; size *= 2) {
            const float *from = to;
            to = other;
#pragma omp for
            for (size_t pair = 0; pair < n; pair++) {
                const size_t i = pair % (n / 2), k = i % size, low = 2 * (i - k) + k;
                const size_t first = pair / (n / 2) * n;
                join(to + 2 * (first + low) * n, to + 2 * (first + low + size) * n,
                     from + 2 * (first + i) * n, from + 2 * (first + i + n / 2) * n,
                     b->root + 2 * (k * (n / 2 / size)), n);
            }
            other = (float *)from;
        }
        free(memory);
    }
}

static uint8_t channel(float strength)
{
    return (uint8_t)fminf(255.0f * strength + 0.5f, 255.0f);
}

static void draw_openmp(const bench *b)
{
#pragma omp parallel for
    for (size_t i = 0; i < b->n * b->n; i++) {
        const float *slope = b->water[b->n * b->n + i].s;
        const float length = sqrtf(1.0f + slope[0] * slope[0] + slope[1] * slope[1]);
        const float shade = fmaxf((0.624f - 0.6f * slope[0] - 0.5f * slope[1]) / length, 0.0f);
        const float fourth = shade * shade * shade * shade, shine = fourth * fourth * fourth;
        uint8_t *pixel = b->picture.rgba + 4 * i;
        pixel[0] = channel(0.01f + 0.05f * shade + shine);
        pixel[1] = channel(0.09f + 0.30f * shade + shine);
        pixel[2] = channel(0.16f + 0.38f * shade + shine);
        pixel[3] = 255;
    }
}

static void frame_openmp(void *what)
{
    make_waves(what);
    transform_openmp(what);
    draw_openmp(what);
}

// --- FFTW

#ifdef OCL_HAVE_FFTW
// From waves to water.  FFTW tries its ways for at most so many seconds, and writes to both.
static fftwf_plan plan_fftw(const bench *b, int threads)
{
    const int n = (int)b->n, extents[2] = { n, n };
    fftwf_plan_with_nthreads(threads);
    fftwf_set_timelimit(3.0);
    return fftwf_plan_many_dft(2, extents, 2, (fftwf_complex *)b->waves, NULL, 1, n * n,
                               (fftwf_complex *)b->water, NULL, 1, n * n, FFTW_BACKWARD,
                               FFTW_MEASURE);
}

static void transform_one(void *what)
{
    fftwf_execute(((const bench *)what)->one);
}

static void transform_many(void *what)
{
    fftwf_execute(((const bench *)what)->many);
}

static void frame_many(void *what)
{
    make_waves(what);
    transform_many(what);
    draw_openmp(what);
}
#endif

// --- the kernels, with the launches of ocean.c, but one wait

static void enqueue(const bench *b, cl_kernel kernel, size_t width, size_t height, size_t depth)
{
    const size_t global[3] = { ocl_round_up(width, b->local), height, depth };
    const size_t local[3] = { b->local, 1, 1 };
    OCL_CHECK(clEnqueueNDRangeKernel(b->env->queue, kernel, 3, NULL, global, local, 0, NULL, NULL));
}

// An even number of passes: the water ends in d_water.
static void enqueue_passes(const bench *b)
{
    cl_mem d_in = b->d_water, d_out = b->d_next;
    for (int k = 0; k < 2; k++) {
        cl_kernel pass = k == 0 ? b->rows : b->columns;
        for (cl_uint size = 1; size < b->n; size *= 2) {
            OCL_CHECK(clSetKernelArg(pass, 0, sizeof d_out, &d_out));
            OCL_CHECK(clSetKernelArg(pass, 1, sizeof d_in, &d_in));
            OCL_CHECK(clSetKernelArg(pass, 4, sizeof size, &size));
            if (k == 0)
                enqueue(b, pass, b->n / 2, b->n, 2);
            else
                enqueue(b, pass, b->n, b->n / 2, 2);
            const cl_mem d_other = d_in;
            d_in = d_out;
            d_out = d_other;
        }
    }
}

static void transform_kernels(void *what)
{
    const bench *b = what;
    enqueue_passes(b);
    OCL_CHECK(clFinish(b->env->queue));
}

static void frame_kernels(void *what)
{
    const bench *b = what;
    enqueue(b, b->wave, b->n, b->n, 1);
    enqueue_passes(b);
    enqueue(b, b->draw, b->n, b->n, 1);
    OCL_CHECK(clFinish(b->env->queue));
}

static void begin_transform(void *what, size_t round)
{
    const bench *b = what;
    ocl_poison_run(b->env->queue, b->d_next, b->bytes, round);
    OCL_CHECK(clEnqueueWriteBuffer(b->env->queue, b->d_water, CL_TRUE, 0, b->bytes, b->waves, 0,
                                   NULL, NULL));
}

static void poison_frame(void *what, size_t round)
{
    const bench *b = what;
    ocl_poison_run(b->env->queue, b->d_next, b->bytes, round);
    ocl_poison_run(b->env->queue, b->d_water, b->bytes, round);
    ocl_poison_run(b->env->queue, b->d_picture, 4 * b->n * b->n, round);
}

static ocl_result check_d_water(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, b->d_water, CL_TRUE, 0, b->bytes, b->water, 0,
                                  NULL, NULL));
    return check_water(what, name);
}

static ocl_result check_d_frame(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, b->d_water, CL_TRUE, 0, b->bytes, b->water, 0,
                                  NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, b->d_picture, CL_TRUE, 0, 4 * b->n * b->n,
                                  b->picture.rgba, 0, NULL, NULL));
    return check_frame(what, name);
}

// --- the two contests

static void hold_transform(bench *b, size_t rounds, ocl_report *report)
{
    contest c = { .unit = "GFLOP/s", .env = b->env, .rounds = rounds, .label = "transform" };
    const double count = (double)b->n * (double)b->n;
    const double work = 2.0 * 5.0 * count * log2(count);
    contest_entry peer = {
        .is_peer = true, .what = b, .prepare = forget_water, .check = check_water, .work = work
    };
    peer.name = "openmp";
    peer.run = transform_openmp;
    contest_add(&c, peer);
#ifdef OCL_HAVE_FFTW
    peer.name = "fftw";
    peer.run = transform_one;
    if (b->one) contest_add(&c, peer);
    peer.name = "fftw_threads";
    peer.run = transform_many;
    if (b->many) contest_add(&c, peer);
#endif
    contest_add(&c, (contest_entry){ .name = "ocean",
                                     .what = b,
                                     .prepare = begin_transform,
                                     .run = transform_kernels,
                                     .check = check_d_water,
                                     .work = work });
    contest_hold(&c, report);
}

static void hold_frame(bench *b, size_t rounds, ocl_report *report)
{
    contest c = { .unit = "Mpixel/s", .env = b->env, .rounds = rounds, .label = "frame" };
    const double work = (double)b->n * (double)b->n;
    contest_entry peer = { .name = "openmp",
                           .is_peer = true,
                           .what = b,
                           .prepare = forget_frame,
                           .run = frame_openmp,
                           .check = check_frame,
                           .work = work };
    contest_add(&c, peer);
#ifdef OCL_HAVE_FFTW
    peer.name = "fftw_threads";
    peer.run = frame_many;
    if (b->many) contest_add(&c, peer);
#endif
    contest_add(&c, (contest_entry){ .name = "ocean",
                                     .what = b,
                                     .prepare = poison_frame,
                                     .run = frame_kernels,
                                     .check = check_d_frame,
                                     .work = work });
    contest_hold(&c, report);
}

// The sea of the sample, its water in double, and the bounds of ocean.c.
static void make_data(bench *b, double wind, uint64_t seed)
{
    const size_t n = b->n;
    ocl_message why;
    b->begin = ocl_alloc(n * n * sizeof *b->begin);
    b->turns = ocl_alloc(n * n * sizeof *b->turns);
    cl_float2 **const all[] = { &b->waves, &b->water, &b->next, &b->ref };
    for (int i = 0; i < 4; i++)
        *all[i] = ocl_alloc(b->bytes);
    if (!ocl_picture_alloc(&b->picture, n, n, &why) ||
        !ocl_picture_alloc(&b->picture_ref, n, n, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (int i = 0; i < FRAMES; i++) {
        b->turn[i][0] = (float)cos(2.0 * PI * i / FRAMES);
        b->turn[i][1] = (float)sin(2.0 * PI * i / FRAMES);
    }
    b->root = ocl_alloc(n * sizeof *b->root);
    for (size_t i = 0; i < n / 2; i++) {
        b->root[2 * i] = (float)cos(2.0 * PI * (double)i / (double)n);
        b->root[2 * i + 1] = (float)sin(2.0 * PI * (double)i / (double)n);
    }
    make_sea(b->begin, b->turns, n, wind, seed);
    const sums sum = water_ref(b->ref, b->begin, b->turns, n, FRAME);
    const double error = (36.0 + 10.0 * log2((double)n)) * FLT_EPSILON / 2.0;
    b->heights = 1.01 * error * (double)n * sqrt(sum.heights);
    b->slopes = 1.01 * error * (double)n * sqrt(sum.slopes);
}

static void free_data(bench *b)
{
    free(b->root);
    ocl_picture_free(&b->picture_ref);
    ocl_picture_free(&b->picture);
    free(b->ref);
    free(b->next);
    free(b->water);
    free(b->waves);
    free(b->turns);
    free(b->begin);
}

// Buffers and kernels, as in ocean.c.
static void open_kernels(bench *b, cl_program program)
{
    const size_t n = b->n;
    const cl_uint side = (cl_uint)n;
    cl_int err;
    b->d_picture = ocl_buffer(b->env, CL_MEM_WRITE_ONLY, 4 * n * n, NULL);
    b->d_water = ocl_buffer(b->env, CL_MEM_READ_WRITE, b->bytes, NULL);
    b->d_next = ocl_buffer(b->env, CL_MEM_READ_WRITE, b->bytes, NULL);
    b->d_begin = ocl_buffer(b->env, CL_MEM_READ_ONLY, n * n * sizeof *b->begin, b->begin);
    b->d_turns = ocl_buffer(b->env, CL_MEM_READ_ONLY, n * n * sizeof *b->turns, b->turns);
    b->wave = OCL_CREATE(clCreateKernel(program, "ocean_waves", &err));
    const cl_mem in[] = { b->d_water, b->d_begin, b->d_turns };
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(b->wave, i, sizeof in[i], &in[i]));
    const cl_uint numbers[] = { side, FRAME, FRAMES };
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(b->wave, 3 + i, sizeof numbers[i], &numbers[i]));
    cl_float2 *roots = ocl_alloc(n / 2 * sizeof *roots);
    make_roots(roots, n);
    b->d_roots = ocl_buffer(b->env, CL_MEM_READ_ONLY, n / 2 * sizeof *roots, roots);
    free(roots);
    b->rows = OCL_CREATE(clCreateKernel(program, "ocean_rows", &err));
    b->columns = OCL_CREATE(clCreateKernel(program, "ocean_columns", &err));
    const cl_kernel passes[] = { b->rows, b->columns };
    for (int k = 0; k < 2; k++) {
        OCL_CHECK(clSetKernelArg(passes[k], 2, sizeof b->d_roots, &b->d_roots));
        OCL_CHECK(clSetKernelArg(passes[k], 3, sizeof side, &side));
    }
    b->draw = OCL_CREATE(clCreateKernel(program, "ocean_draw", &err));
    OCL_CHECK(clSetKernelArg(b->draw, 0, sizeof b->d_picture, &b->d_picture));
    OCL_CHECK(clSetKernelArg(b->draw, 1, sizeof b->d_water, &b->d_water));
    OCL_CHECK(clSetKernelArg(b->draw, 2, sizeof side, &side));
    b->local = ocl_group_size(b->env->device, 64);
}

static void close_kernels(const bench *b)
{
    OCL_CHECK(clReleaseKernel(b->draw));
    OCL_CHECK(clReleaseKernel(b->columns));
    OCL_CHECK(clReleaseKernel(b->rows));
    OCL_CHECK(clReleaseMemObject(b->d_roots));
    OCL_CHECK(clReleaseKernel(b->wave));
    OCL_CHECK(clReleaseMemObject(b->d_turns));
    OCL_CHECK(clReleaseMemObject(b->d_begin));
    OCL_CHECK(clReleaseMemObject(b->d_next));
    OCL_CHECK(clReleaseMemObject(b->d_water));
    OCL_CHECK(clReleaseMemObject(b->d_picture));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_ocean",
                              .summary = "ocean's kernels beside OpenMP and FFTW.",
                              .accepts = "dnrks",
                              .size_help = "pixels of each side: a power of two from 4",
                              .extents = 1,
                              .most = MOST };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 256 }, .repeat = 11, .seed = 1 });
    const size_t n = opt.n[0];
    if (n < 4 || (n & (n - 1)) != 0)
        ocl_exit(OCL_EXIT_USAGE, "--size: %zu is not a power of two from 4", n);
    ocl_env env = ocl_open(&opt);
    bench b = { .env = &env, .n = n, .bytes = 2 * n * n * sizeof(cl_float2) };
    const double room = (double)b.bytes;
    ocl_require_memory(env.device, room, 4.0 * room, 9.0 * room);
    make_data(&b, 9.0, opt.seed);
#ifdef OCL_HAVE_FFTW
    fftwf_init_threads();
    b.one = plan_fftw(&b, 1);
    b.many = plan_fftw(&b, omp_get_max_threads());
#endif
    make_waves(&b);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    cl_program program = ocl_build(&env, "ocean.cl", "-cl-std=CL1.2");
    open_kernels(&b, program);
    hold_transform(&b, opt.repeat, report);
    hold_frame(&b, opt.repeat, report);

    close_kernels(&b);
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
#ifdef OCL_HAVE_FFTW
    if (b.many) fftwf_destroy_plan(b.many);
    if (b.one) fftwf_destroy_plan(b.one);
    fftwf_cleanup_threads();
#endif
    free_data(&b);
    return ocl_report_close(report);
}
