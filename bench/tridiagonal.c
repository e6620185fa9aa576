// SPDX-License-Identifier: MIT
//
// bench_tridiagonal - the rungs of tridiagonal_ladder, of which plain is the kernel of tridiagonal,
// beside OpenMP loops, on the same systems.
//
// Times are the device's; for OpenMP the wall clock's.  `openmp` solves one system after the other,
// as the formula says; `side_by_side` takes 64 of them at a time, whose numbers are neighbours, so
// that the compiler makes vectors.  The rate counts what must move: four numbers in and one out.

// The lesson itself, of which main alone is not called.
#define main tridiagonal_ladder_main
#include "../ch16_applications/tridiagonal_ladder.c"
#undef main

#include "contest.h"

enum { TOGETHER = 64 };

typedef struct {
    lesson lesson;
    size_t n, bytes;
    float *in[INPUTS], *x, *ratio, *ref, *bounds;
} bench;

typedef struct {
    bench *b;
    int variant;
    cl_kernel kernel;
} rung;

static ocl_result check_with(const bench *b, const char *name, double per_row)
{
    bounds_of(b->bounds, b->ref, b->n, b->lesson.unknowns, per_row);
    return ocl_verify_f32_each(name, b->x, b->ref, b->n, b->bounds);
}

static ocl_result check(void *what, const char *name)
{
    return check_with(what, name, 30);
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    for (size_t i = 0; i < b->n; i++)
        b->x[i] = 1000.0f + (float)(round & 1);
}

// Systems `begin` to `end`, all at the same time.
static void solve(const bench *b, size_t begin, size_t end)
{
    const size_t systems = b->lesson.systems, count = end - begin;
    float last_ratio[TOGETHER] = { 0 }, last[TOGETHER] = { 0 };
    for (size_t i = 0; i < b->lesson.unknowns; i++) {
        const size_t at = i * systems + begin;
        const float *lower = b->in[LOWER] + at, *middle = b->in[MIDDLE] + at;
        const float *upper = b->in[UPPER] + at, *right = b->in[RIGHT] + at;
        float *x = b->x + at, *ratio = b->ratio + at;
#pragma omp simd
        for (size_t s = 0; s < count; s++) {
            const float pivot = middle[s] - lower[s] * last_ratio[s];
            last_ratio[s] = ratio[s] = upper[s] / pivot;
            last[s] = x[s] = (right[s] - lower[s] * last[s]) / pivot;
        }
    }
    for (size_t i = b->lesson.unknowns - 1; i > 0; i--) {
        const size_t at = (i - 1) * systems + begin;
        float *x = b->x + at;
        const float *ratio = b->ratio + at;
#pragma omp simd
        for (size_t s = 0; s < count; s++)
            last[s] = x[s] = x[s] - ratio[s] * last[s];
    }
}

static void run_openmp(void *what)
{
    const bench *b = what;
#pragma omp parallel for
    for (size_t s = 0; s < b->lesson.systems; s++)
        solve(b, s, s + 1);
}

static void run_side_by_side(void *what)
{
    const bench *b = what;
#pragma omp parallel for
    for (size_t s = 0; s < b->lesson.systems; s += TOGETHER)
        solve(b, s, ocl_smaller(s + TOGETHER, b->lesson.systems));
}

static void poison(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->b;
    ocl_poison_run(b->lesson.env->queue, b->lesson.d_x, b->bytes, round);
}

static double run_rung(void *what)
{
    const rung *r = what;
    cl_event done;
    launch(&r->b->lesson, r->variant, r->kernel, &done);
    const ocl_stamps stamps = ocl_event_stamps(done);
    OCL_CHECK(clReleaseEvent(done));
    return ocl_ns_between(stamps.started, stamps.ended);
}

static ocl_result check_rung(void *what, const char *name)
{
    const rung *r = what;
    OCL_CHECK(clEnqueueReadBuffer(r->b->lesson.env->queue, r->b->lesson.d_x, CL_TRUE, 0,
                                  r->b->bytes, r->b->x, 0, NULL, NULL));
    return check_with(r->b, name, r->variant == PARTS ? 230 : 30);
}

int main(int argc, char **argv)
{
    size_t rows = 9;
    const ocl_option own[] = { { .usage = "-m, --rows N: equations of a work-item of `parts`",
                                 .count = &rows,
                                 .most = 64 },
                               { .usage = NULL } };
    const ocl_about about = { .name = "bench_tridiagonal",
                              .summary = "tridiagonal_ladder's rungs beside OpenMP loops.",
                              .accepts = "dnrVks",
                              .size_help = "systems x unknowns of each",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 100003, 65 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    bench b = { .lesson = open_lesson(&env, opt.n, rows), .n = opt.n[0] * opt.n[1] };
    lesson *l = &b.lesson;
    const double room = (double)l->systems * (double)l->unknowns * sizeof(float);
    const double scratch_room = scratch_bytes(l);
    ocl_require_memory(env.device, scratch_room, 5.0 * room + scratch_room,
                       8.0 * room + 16.0 * (double)l->unknowns);
    build(l);
    b.bytes = b.n * sizeof(float);
    const size_t scratch = (size_t)scratch_room;
    float **const all[] = { &b.in[LOWER], &b.in[MIDDLE], &b.in[UPPER], &b.in[RIGHT],
                            &b.x,         &b.ratio,      &b.ref,       &b.bounds };
    for (int i = 0; i < 8; i++)
        *all[i] = ocl_alloc(b.bytes);
    make(b.in, l->systems, l->unknowns, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "systems", l->systems);
    ocl_report_count(report, "unknowns", l->unknowns);
    ocl_report_count(report, "rows", rows);
    OCL_TIME_REFERENCE(report, tridiagonal_ref(b.ref, b.in, l->systems, l->unknowns));

    l->d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, b.bytes, NULL);
    l->d_scratch = ocl_buffer(&env, CL_MEM_READ_WRITE, scratch, NULL);
    for (int k = 0; k < INPUTS; k++)
        l->d_in[k] = ocl_buffer(&env, CL_MEM_READ_ONLY, b.bytes, b.in[k]);

    const double moved = (INPUTS + 1.0) * room;
    contest c = { .unit = "GB/s", .env = &env, .rounds = opt.repeat };
    contest_entry peer = { .name = "openmp",
                           .is_peer = true,
                           .what = &b,
                           .prepare = forget,
                           .run = run_openmp,
                           .check = check,
                           .work = moved };
    contest_add(&c, peer);
    peer.name = "side_by_side";
    peer.run = run_side_by_side;
    contest_add(&c, peer);
    rung rungs[VECTORS + 1];
    size_t count = 0;
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v]) || lacking(l, v)) continue;
        char name[32];
        snprintf(name, sizeof name, "tridiagonal_%s", VARIANTS[v]);
        cl_int err;
        rungs[count] = (rung){ .b = &b, .variant = v };
        rungs[count].kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
        contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                         .what = &rungs[count++],
                                         .prepare = poison,
                                         .run_ns = run_rung,
                                         .check = check_rung,
                                         .work = moved,
                                         .limit = env.limits.copy_gbs });
    }
    contest_hold(&c, report);

    while (count-- > 0)
        OCL_CHECK(clReleaseKernel(rungs[count].kernel));
    for (int k = INPUTS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseMemObject(l->d_in[k]));
    OCL_CHECK(clReleaseMemObject(l->d_scratch));
    OCL_CHECK(clReleaseMemObject(l->d_x));
    OCL_CHECK(clReleaseProgram(l->program));
    ocl_close(&env);
    for (int i = 7; i >= 0; i--)
        free(*all[i]);
    return ocl_report_close(report);
}
