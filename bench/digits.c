// SPDX-License-Identifier: MIT
//
// bench_digits - the network of digits, with weights of 8 bits, beside plain C with one thread and
// with all of them.
//
// Times are the wall clock's, with the launch and the wait.  `one_thread` and `openmp` take 64
// images at a time, side by side in vectors.  All scores are whole numbers, equal in every bit.

// The lesson itself, of which main alone is not called.
#define main digits_main
#include "../ch14_opencl2/digits.c"
#undef main

#include "contest.h"

#include <omp.h>

enum { BLOCK = 64 };    // images at a time

typedef struct {
    lesson lesson;
    cl_uchar *pixels;    // pixel p of image i is pixels[p * n + i]
    cl_int *scores;
    size_t bytes;    // of the scores
} bench;

typedef struct {
    bench *b;
    cl_kernel kernel;
    size_t local, global;
} rung;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_bytes(name, b->scores, b->lesson.ref, b->bytes);
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->scores, ocl_poison_byte(round), b->bytes);
}

// --- plain C

typedef cl_int sums[BLOCK];

// Adds weights * inputs to the sums of one unit.
static void add_products(sums sum, const cl_char *weights, const cl_uchar (*in)[BLOCK], int ins)
{
    for (int j = 0; j < ins; j++)
#pragma omp simd
        for (int i = 0; i < BLOCK; i++)
            sum[i] += weights[j] * in[j][i];
}

static void read_block(const bench *b, size_t first, size_t images)
{
    const network *net = &b->lesson.net;
    const size_t n = b->lesson.n;
    cl_uchar x[IMAGE_PIXELS][BLOCK] = { { 0 } }, hidden[HIDDEN_UNITS][BLOCK];
    for (size_t p = 0; p < IMAGE_PIXELS; p++)
        memcpy(x[p], b->pixels + p * n + first, images);
    for (int u = 0; u < HIDDEN_UNITS; u++) {
        sums sum;
        for (int i = 0; i < BLOCK; i++)
            sum[i] = net->first_bias[u];
        add_products(sum, net->first[u], (const cl_uchar(*)[BLOCK])x, IMAGE_PIXELS);
        for (int i = 0; i < BLOCK; i++) {
            const cl_int positive = sum[i] > 0 ? sum[i] >> net->shift : 0;
            hidden[u][i] = (cl_uchar)(positive < 255 ? positive : 255);
        }
    }
    for (size_t k = 0; k < DIGITS; k++) {
        sums sum;
        for (int i = 0; i < BLOCK; i++)
            sum[i] = net->second_bias[k];
        add_products(sum, net->second[k], (const cl_uchar(*)[BLOCK])hidden, HIDDEN_UNITS);
        memcpy(b->scores + k * n + first, sum, images * sizeof *sum);
    }
}

static void read_all(const bench *b, int threads)
{
    const size_t n = b->lesson.n;
    (void)threads;    // without OpenMP
#pragma omp parallel for num_threads(threads)
    for (size_t first = 0; first < n; first += BLOCK)
        read_block(b, first, ocl_smaller(BLOCK, n - first));
}

static void run_one(void *what)
{
    read_all(what, 1);
}

static void run_openmp(void *what)
{
    read_all(what, omp_get_max_threads());
}

// --- the kernels

static void poison(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->b;
    ocl_poison_run(b->lesson.env->queue, b->lesson.d_scores, b->bytes, round);
}

static void run_kernel(void *what)
{
    const rung *r = what;
    cl_command_queue queue = r->b->lesson.env->queue;
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, r->kernel, 1, NULL, &r->global, &r->local, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
}

static ocl_result check_kernel(void *what, const char *name)
{
    const bench *b = ((const rung *)what)->b;
    OCL_CHECK(clEnqueueReadBuffer(b->lesson.env->queue, b->lesson.d_scores, CL_TRUE, 0, b->bytes,
                                  b->scores, 0, NULL, NULL));
    return check(((const rung *)what)->b, name);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_digits",
                              .summary = "digits' kernels beside plain C and OpenMP.",
                              .accepts = "dnrVk",
                              .size_help = "images, those of the file again and again",
                              .extents = 1,
                              .most = 1 << 24,
                              .variants = VARIANTS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 35941 }, .repeat = 11 });
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0];
    ocl_require_memory(env.device, IMAGE_PIXELS * room, (IMAGE_PIXELS + 4.0 * DIGITS) * room,
                       (2.0 * IMAGE_PIXELS + 12.0 * DIGITS) * room);
    bench b = { .lesson = { .env = &env, .net = load_network(), .n = opt.n[0] } };
    lesson *l = &b.lesson;
    l->images = load_images(&l->count);
    b.bytes = DIGITS * l->n * sizeof *l->ref;
    l->ref = ocl_alloc(b.bytes);
    b.scores = ocl_alloc(b.bytes);
    b.pixels = ocl_alloc(IMAGE_PIXELS * l->n);
    for (size_t p = 0; p < IMAGE_PIXELS; p++)
        for (size_t i = 0; i < l->n; i++)
            b.pixels[p * l->n + i] = l->images[i % l->count].pixels[p];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", l->n);
    OCL_TIME_REFERENCE(report, make_reference(l));
    create_buffers(l);

    contest c = { .unit = "Gproduct/s", .env = &env, .rounds = opt.repeat };
    const double work = HIDDEN_UNITS * (IMAGE_PIXELS + DIGITS) * (double)l->n;
    contest_entry peer = { .name = "one_thread",
                           .is_peer = true,
                           .what = &b,
                           .prepare = forget,
                           .run = run_one,
                           .check = check,
                           .work = work };
    contest_add(&c, peer);
    peer.name = "openmp";
    peer.run = run_openmp;
    contest_add(&c, peer);
    rung rungs[FORMS];
    size_t count = 0;
    for (int v = MULTIPLICATIONS; v < FORMS; v++) {
        if (!ocl_wants(&opt, VARIANTS[v]) || !can_run(l, v)) continue;
        rung *r = &rungs[count++];
        *r = (rung){ .b = &b, .kernel = create_kernel(l, v) };
        r->local = ocl_local_size(r->kernel, env.device, 64);
        r->global = ocl_round_up(l->n, r->local);
        contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                         .what = r,
                                         .prepare = poison,
                                         .run = run_kernel,
                                         .check = check_kernel,
                                         .work = work });
    }
    if (count == 0)
        ocl_exit(OCL_EXIT_SKIP, "this device has no integer dot products of these types");
    contest_hold(&c, report);

    while (count-- > 0)
        OCL_CHECK(clReleaseKernel(rungs[count].kernel));
    release_buffers(l);
    ocl_close(&env);
    free(b.pixels);
    free(b.scores);
    free(l->ref);
    free(l->images);
    return ocl_report_close(report);
}
