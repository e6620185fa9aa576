// SPDX-License-Identifier: MIT
//
// bench_mandelbrot - the rungs of mandelbrot_ladder beside OpenMP, on the same picture.
//
// Times are the wall clock's, with the launch and the wait.  `openmp` counts one pixel after the
// other, lines in turn among the threads.  `openmp_simd` counts 16 pixels at a time, as `vectors`
// does.  The counts of all are equal.

// The lesson itself, of which main alone is not called.
#define main mandelbrot_ladder_main
#include "../ch16_applications/mandelbrot_ladder.c"
#undef main

#include "contest.h"

enum { OPENMP_BLOCK = 8 };    // steps of 16 pixels before a question

typedef struct {
    view v;
    size_t n;
    uint32_t *counts, *ref;
    const ocl_env *env;
    cl_mem d_counts;
} bench;

typedef struct {
    bench *b;
    int variant;
    cl_kernel kernel;
} rung;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, b->counts, b->ref, b->n);
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->counts, ocl_poison_byte(round), b->n * sizeof *b->counts);
}

static void run_openmp(void *what)
{
    const bench *b = what;
#pragma omp parallel for schedule(dynamic)
    for (size_t row = 0; row < b->v.height; row++) {
        const float down = (float)row * b->v.step;
        for (size_t column = 0; column < b->v.width; column++) {
            const float across = (float)column * b->v.step;
            const float cx = b->v.left + across, cy = b->v.top - down;
            uint32_t n = 0;
            float x = 0.0f, y = 0.0f, xx = 0.0f, yy = 0.0f;
            while (n < b->v.most && xx + yy <= 4.0f) {
                const float xy = x * y;
                x = xx - yy + cx;
                y = 2.0f * xy + cy;
                xx = x * x;
                yy = y * y;
                n++;
            }
            b->counts[row * b->v.width + column] = n;
        }
    }
}

// LANES pixels from this column on; those past the line's end are counted and not stored.
static void count_lanes(const bench *b, size_t row, size_t column)
{
    float cx[LANES], x[LANES], y[LANES];
    int32_t n[LANES];
    const float down = (float)row * b->v.step, cy = b->v.top - down;
    for (int k = 0; k < LANES; k++) {
        const float across = (float)(column + (size_t)k) * b->v.step;
        cx[k] = b->v.left + across;
        x[k] = y[k] = 0.0f;
        n[k] = 0;
    }
    for (uint32_t done = 0; done < b->v.most; done += OPENMP_BLOCK) {
        const uint32_t left = b->v.most - done, steps = left < OPENMP_BLOCK ? left : OPENMP_BLOCK;
        for (uint32_t i = 0; i < steps; i++) {
#pragma omp simd
            for (int k = 0; k < LANES; k++) {
                const float xx = x[k] * x[k], yy = y[k] * y[k], xy = x[k] * y[k];
                n[k] += xx + yy <= 4.0f ? 1 : 0;
                y[k] = 2.0f * xy + cy;
                x[k] = xx - yy + cx[k];
            }
        }
        int near = 0;
#pragma omp simd reduction(| : near)
        for (int k = 0; k < LANES; k++)
            near |= (uint32_t)n[k] == done + steps ? 1 : 0;
        if (!near) break;
    }
    for (size_t k = 0; k < LANES && column + k < b->v.width; k++)
        b->counts[row * b->v.width + column + k] = (uint32_t)n[k];
}

static void run_openmp_simd(void *what)
{
    const bench *b = what;
#pragma omp parallel for schedule(dynamic)
    for (size_t row = 0; row < b->v.height; row++)
        for (size_t column = 0; column < b->v.width; column += LANES)
            count_lanes(b, row, column);
}

static void poison(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->b;
    ocl_poison_run(b->env->queue, b->d_counts, b->n * sizeof *b->counts, round);
}

static void run_rung(void *what)
{
    const rung *r = what;
    launch(r->b->env, r->kernel, r->variant, r->b->d_counts, &r->b->v, NULL);
    OCL_CHECK(clFinish(r->b->env->queue));
}

static ocl_result check_rung(void *what, const char *name)
{
    const rung *r = what;
    OCL_CHECK(clEnqueueReadBuffer(r->b->env->queue, r->b->d_counts, CL_TRUE, 0,
                                  r->b->n * sizeof *r->b->counts, r->b->counts, 0, NULL, NULL));
    return check(r->b, name);
}

int main(int argc, char **argv)
{
    size_t most = 256;
    const ocl_option own[] = { { .usage = "-m, --most N: steps until a point is one that stays",
                                 .count = &most,
                                 .most = 1 << 20 },
                               { .usage = NULL } };
    const ocl_about about = { .name = "bench_mandelbrot",
                              .summary = "mandelbrot_ladder's rungs beside OpenMP.",
                              .accepts = "dnrVk",
                              .size_help = "pixels of the picture: width x height",
                              .extents = 2,
                              .most = 1 << 16,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1601, 1201 }, .repeat = 11 });
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0] * opt.n[1], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, 2.0 * (double)bytes);
    const float step = 3.2f / (float)opt.n[0];
    bench b = { .env = &env, .n = n };
    b.v = (view){ .width = opt.n[0], .height = opt.n[1], .step = step, .most = (uint32_t)most };
    b.v.left = -0.75f - step * (float)(opt.n[0] - 1) / 2.0f;
    b.v.top = step * (float)(opt.n[1] - 1) / 2.0f;
    b.counts = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    mandelbrot_ref(b.ref, &b.v);
    cl_program program =
        ocl_build(&env, "mandelbrot_ladder.cl", "-cl-std=CL1.2 -DBLOCK=%d -DLINES=%d",
                  steps_of_block(&env), LINES);
    b.d_counts = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);

    contest c = { .unit = "GFLOP/s", .env = &env, .rounds = opt.repeat };
    contest_entry peer = { .name = "openmp",
                           .is_peer = true,
                           .what = &b,
                           .prepare = forget,
                           .run = run_openmp,
                           .check = check,
                           .work = 8.0 * all_steps(b.ref, &b.v) };
    contest_add(&c, peer);
    peer.name = "openmp_simd";
    peer.run = run_openmp_simd;
    contest_add(&c, peer);
    rung rungs[VECTORS + 1] = { { .b = NULL } };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "mandelbrot_%s", VARIANTS[v]);
        cl_int err;
        rungs[v] = (rung){ .b = &b, .variant = v };
        rungs[v].kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                         .what = &rungs[v],
                                         .prepare = poison,
                                         .run = run_rung,
                                         .check = check_rung,
                                         .work = peer.work,
                                         .limit = env.limits.fma_gflops / 2.0 });
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height", opt.n[1]);
    ocl_report_count(report, "most", most);
    contest_hold(&c, report);

    for (int v = VECTORS; v >= 0; v--)
        if (rungs[v].kernel) OCL_CHECK(clReleaseKernel(rungs[v].kernel));
    OCL_CHECK(clReleaseMemObject(b.d_counts));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(b.ref);
    free(b.counts);
    return ocl_report_close(report);
}
