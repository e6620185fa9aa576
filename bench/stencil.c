// SPDX-License-Identifier: MIT
//
// bench_stencil - the rungs of stencil_ladder, of which plain is the kernel of stencil, beside
// OpenMP loops and a plain kernel of CUDA.
//
// All make the same steps from the same first cells.  Times are the device's, from the first launch
// to the end of the last one; for OpenMP the wall clock's.  The rate counts a copy of the plate per
// step, so several steps at a time may be faster than the device's copy rate.

// The lesson itself, of which main alone is not called.
#define main stencil_ladder_main
#include "../ch16_applications/stencil_ladder.c"
#undef main

#include "contest.h"
#include "stencil_cuda.h"

enum { BAND = 64 };    // openmp_blocked: rows of a thread at a time

typedef struct {
    lesson lesson;
    size_t bytes;
    float *first, *cells[2], *ref;    // the answer is in cells[0]
    double bound;
    stencil_cuda *cuda;
} bench;

typedef struct {
    bench *b;
    int variant;
    cl_kernel kernel;
} rung;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_f32(name, b->cells[0], b->ref, b->bytes / sizeof(float), b->bound);
}

// With an even number of launches the first cells stand where the last ones will.
static void begin(const bench *b, size_t round, size_t launches)
{
    memset(b->cells[1 - launches % 2], ocl_poison_byte(round), b->bytes);
    memcpy(b->cells[launches % 2], b->first, b->bytes);
}

static void begin_openmp(void *what, size_t round)
{
    const bench *b = what;
    begin(b, round, b->lesson.steps);
}

static void begin_blocked(void *what, size_t round)
{
    const bench *b = what;
    begin(b, round, ocl_divide_up(b->lesson.steps, b->lesson.block));
}

static float cell(float here, float left, float right, float above, float below, float k)
{
    return here + k * (left + right + above + below - 4.0f * here);
}

static void step_row(float *restrict to, const float *above, const float *row, const float *below,
                     size_t width, float k)
{
    const size_t last = width - 1;
    to[0] = cell(row[0], row[0], row[last > 0 ? 1 : 0], above[0], below[0], k);
#pragma omp simd
    for (size_t x = 1; x < last; x++)
        to[x] = cell(row[x], row[x - 1], row[x + 1], above[x], below[x], k);
    if (last > 0) to[last] = cell(row[last], row[last - 1], row[last], above[last], below[last], k);
}

static void run_openmp(void *what)
{
    const bench *b = what;
    const lesson *l = &b->lesson;
    const size_t width = l->p.width, height = l->p.height;
#pragma omp parallel
    for (size_t t = l->steps; t > 0; t--) {
        const float *now = b->cells[t % 2];
#pragma omp for
        for (size_t y = 0; y < height; y++)
            step_row(b->cells[(t - 1) % 2] + y * width, now + (y > 0 ? y - 1 : 0) * width,
                     now + y * width, now + (y < height - 1 ? y + 1 : y) * width, width, l->k);
    }
}

// Several steps of the rows from begin to end: each needs a row less above and below.  What is in
// between is in `room`, two plates of BAND + 2 * steps rows.
static void step_band(const lesson *l, float *next, const float *now, size_t begin, size_t end,
                      size_t steps, float *const room[2])
{
    const size_t width = l->p.width, height = l->p.height;
    const size_t top = begin > steps ? begin - steps : 0;
    for (size_t s = 1; s <= steps; s++) {
        const size_t more = steps - s, from = begin > more ? begin - more : 0,
                     until = ocl_smaller(end + more, height);
        const float *in = s == 1 ? now + top * width : room[s % 2];    // its first row is `top`
        for (size_t y = from; y < until; y++) {
            const float *row = in + (y - top) * width;
            float *to = s == steps ? next + y * width : room[1 - s % 2] + (y - top) * width;
            step_row(to, y > 0 ? row - width : row, row, y < height - 1 ? row + width : row, width,
                     l->k);
        }
    }
}

static void run_blocked(void *what)
{
    const bench *b = what;
    const lesson *l = &b->lesson;
    const size_t launches = ocl_divide_up(l->steps, l->block), height = l->p.height;
    const size_t rows = BAND + 2 * l->block;
#pragma omp parallel
    {
        float *memory = malloc(2 * rows * l->p.width * sizeof *memory);
        if (!memory) ocl_exit(OCL_EXIT_USAGE, "no memory for the bands");
        float *const room[2] = { memory, memory + rows * l->p.width };
        for (size_t t = launches; t > 0; t--) {
            const size_t left = l->steps - (launches - t) * l->block;
#pragma omp for
            for (size_t y = 0; y < height; y += BAND)
                step_band(l, b->cells[(t - 1) % 2], b->cells[t % 2], y,
                          ocl_smaller(y + BAND, height), ocl_smaller(left, l->block), room);
        }
        free(memory);
    }
}

static void poison(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->b;
    ocl_poison_run(b->lesson.env->queue, b->lesson.d_end, b->bytes, round);
    ocl_poison_run(b->lesson.env->queue, b->lesson.d_other, b->bytes, round);
}

static double run_rung(void *what)
{
    const rung *r = what;
    ocl_trial t = { .done = NULL };
    launch_all(&r->b->lesson, r->variant, r->kernel, &t);
    const cl_ulong begin = ocl_event_stamps(t.first ? t.first : t.done).started;
    const double ns = ocl_ns_between(begin, ocl_event_stamps(t.done).ended);
    if (t.first) OCL_CHECK(clReleaseEvent(t.first));
    OCL_CHECK(clReleaseEvent(t.done));
    return ns;
}

static ocl_result check_rung(void *what, const char *name)
{
    bench *b = ((const rung *)what)->b;
    OCL_CHECK(clEnqueueReadBuffer(b->lesson.env->queue, b->lesson.d_end, CL_TRUE, 0, b->bytes,
                                  b->cells[0], 0, NULL, NULL));
    return check(b, name);
}

#ifdef OCL_HAVE_CUB
static double run_cuda(void *what)
{
    const bench *b = what;
    return stencil_cuda_ns(b->cuda, b->lesson.steps);
}

static ocl_result check_cuda(void *what, const char *name)
{
    const bench *b = what;
    stencil_cuda_read(b->cuda, b->cells[0]);
    return check(what, name);
}
#endif

int main(int argc, char **argv)
{
    size_t steps = 40, block = 4;
    const ocl_option own[] = {
        { .usage = "-t, --steps N: at most 1000", .count = &steps, .most = 1000 },
        { .usage = "-b, --block N: steps at a time", .count = &block, .most = MOST_BLOCK },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "bench_stencil",
                              .summary = "stencil_ladder's rungs beside OpenMP and plain CUDA.",
                              .accepts = "dnrVks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = 1 << 18,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 2003, 2001 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * (double)opt.n[1] * sizeof(float);
    ocl_require_memory(env.device, room, 3.0 * room, 8.0 * room);
    const size_t n = opt.n[0] * opt.n[1], bytes = n * sizeof(float);
    bench b = { .bytes = bytes };
    b.lesson = (lesson){
        .env = &env, .p = { opt.n[0], opt.n[1] }, .k = 0.2f, .steps = steps, .block = block
    };
    lesson *l = &b.lesson;
    float **const all[] = { &b.first, &b.cells[0], &b.cells[1], &b.ref };
    for (int i = 0; i < 4; i++)
        *all[i] = ocl_alloc(bytes);
    ocl_fill_f32(b.first, n, 0.0f, 1.0f, opt.seed);
    double *exact = ocl_alloc(2 * bytes), *scratch = ocl_alloc(2 * bytes);
    for (size_t i = 0; i < n; i++)
        exact[i] = (double)b.first[i];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", l->p.width);
    ocl_report_count(report, "height", l->p.height);
    ocl_report_count(report, "steps", steps);
    ocl_report_count(report, "block", block);
    OCL_TIME_REFERENCE(report, stencil_ref(exact, scratch, (double)l->k, l->p, steps));
    for (size_t i = 0; i < n; i++)
        b.ref[i] = (float)exact[i];
    free(scratch);
    free(exact);
    b.bound = ((double)steps * (0.2 * (2 + 3 + 4 + 4) + 0.8 + 1.0 + 0.1) + 1.0) * FLT_EPSILON / 2.0;

    l->program = ocl_build(&env, "stencil_ladder.cl",
                           "-cl-std=CL1.2 -DROWS=%d -DTILE=%d -DBLOCK=%zu -DSIDE=%d -DCOLUMN=%d",
                           ROWS, TILE, block, SIDE, COLUMN);
    l->d_begin = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, b.first);
    l->d_end = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    l->d_other = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);

    contest c = { .unit = "GB/s", .env = &env, .rounds = opt.repeat };
    const double work = 2.0 * (double)bytes * (double)steps;
    contest_entry peer = { .name = "openmp",
                           .is_peer = true,
                           .what = &b,
                           .prepare = begin_openmp,
                           .run = run_openmp,
                           .check = check,
                           .work = work };
    contest_add(&c, peer);
    peer.name = "openmp_blocked";
    peer.prepare = begin_blocked;
    peer.run = run_blocked;
    contest_add(&c, peer);
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env.device)) b.cuda = stencil_cuda_open(b.first, l->p.width, l->p.height, l->k);
    peer.name = "cuda";
    peer.run = NULL;
    peer.run_ns = run_cuda;
    peer.check = check_cuda;
    if (b.cuda) contest_add(&c, peer);
#endif
    rung rungs[LINES + 1];
    size_t count = 0;
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        if (v == BLOCKED_ROWS && ocl_group_size(env.device, ITEMS) < ITEMS) continue;
        char name[32];
        snprintf(name, sizeof name, "stencil_%s", VARIANTS[v]);
        cl_int err;
        rungs[count] = (rung){ .b = &b, .variant = v };
        rungs[count].kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
        contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                         .what = &rungs[count++],
                                         .prepare = poison,
                                         .run_ns = run_rung,
                                         .check = check_rung,
                                         .work = work,
                                         .limit = v == BLOCKED || v == BLOCKED_ROWS
                                                      ? 0.0
                                                      : env.limits.copy_gbs });
    }
    contest_hold(&c, report);

#ifdef OCL_HAVE_CUB
    if (b.cuda) stencil_cuda_close(b.cuda);
#endif
    while (count-- > 0)
        OCL_CHECK(clReleaseKernel(rungs[count].kernel));
    OCL_CHECK(clReleaseMemObject(l->d_other));
    OCL_CHECK(clReleaseMemObject(l->d_end));
    OCL_CHECK(clReleaseMemObject(l->d_begin));
    OCL_CHECK(clReleaseProgram(l->program));
    ocl_close(&env);
    for (int i = 3; i >= 0; i--)
        free(*all[i]);
    return ocl_report_close(report);
}
