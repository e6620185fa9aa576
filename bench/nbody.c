// SPDX-License-Identifier: MIT
//
// bench_nbody - the kernels of nbody_ladder beside an OpenMP loop.
//
// All bodies pull all bodies once.  A pull counts as 20 operations, as in nbody_ladder.

// The lesson itself, of which main alone is not called.
#define main nbody_main
#include "../ch08_matmul/nbody_ladder.c"
#undef main

#include "contest.h"

typedef struct {
    lesson lesson;
    size_t bytes;
    cl_float4 *pulls;
    float *rows;    // of the OpenMP loop
} bench;

typedef struct {
    bench *bench;
    rung rung;
} entrant;

enum { ENTRANTS = 2 };

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->pulls, ocl_poison_byte(round), b->bytes);
}

// The coordinates and the masses lie in rows of their own, so that vectors can be loaded.
static void pull_openmp(void *what)
{
    const bench *b = what;
    const bodies *all = &b->lesson.b;
    const size_t n = all->n;
    float *px = b->rows, *py = px + n, *pz = py + n, *mass = pz + n;
    for (size_t j = 0; j < n; j++) {
        px[j] = all->place[j].s[0];
        py[j] = all->place[j].s[1];
        pz[j] = all->place[j].s[2];
        mass[j] = all->place[j].s[3];
    }
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        float x = 0, y = 0, z = 0;
#pragma omp simd reduction(+ : x, y, z)
        for (size_t j = 0; j < n; j++) {
            const float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
            const float near = 1 / sqrtf(dx * dx + dy * dy + dz * dz + SOFTENING2);
            const float each = mass[j] * near * near * near;
            x += each * dx;
            y += each * dy;
            z += each * dz;
        }
        b->pulls[i] = (cl_float4){ { x, y, z, 0 } };
    }
}

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return bodies_verify(name, b->pulls, &b->lesson.b);
}

static void poison(void *what, size_t round)
{
    const bench *b = ((const entrant *)what)->bench;
    ocl_poison_run(b->lesson.env->queue, b->lesson.d_pulls, b->bytes, round);
}

static void pull_kernel(void *what)
{
    const entrant *e = what;
    launch(&e->bench->lesson, &e->rung, NULL, NULL);
    OCL_CHECK(clFinish(e->bench->lesson.env->queue));
}

static ocl_result check_kernel(void *what, const char *name)
{
    bench *b = ((const entrant *)what)->bench;
    OCL_CHECK(clEnqueueReadBuffer(b->lesson.env->queue, b->lesson.d_pulls, CL_TRUE, 0, b->bytes,
                                  b->pulls, 0, NULL, NULL));
    return check(b, name);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_nbody",
                              .summary = "nbody_ladder's kernels beside OpenMP.",
                              .accepts = "dnrks",
                              .size_help = "bodies",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 16 << 10 }, .repeat = 11, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_float4);
    ocl_require_memory(env.device, (double)bytes, (2 + MOST_SLICES) * (double)bytes,
                       4 * (double)bytes);
    bench b = { .lesson = { .env = &env, .b = bodies_make(n, opt.seed) }, .bytes = bytes };
    lesson *l = &b.lesson;
    bodies_pull_ref(&l->b);
    b.pulls = ocl_alloc(bytes);
    b.rows = ocl_alloc(bytes);
    l->d_pulls = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    l->d_places = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, l->b.place);

    contest c = { .unit = "GFLOP/s", .env = &env, .rounds = opt.repeat };
    const double work = OPERATIONS * (double)n * (double)n;
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = pull_openmp,
                                     .check = check,
                                     .work = work });
    const int variants[ENTRANTS] = { PLAIN, ocl_is_cpu(env.device) ? WIDE : BLOCKED };
    entrant entrants[ENTRANTS];
    for (int i = 0; i < ENTRANTS; i++) {
        entrants[i] = (entrant){ &b, open_rung(l, variants[i]) };
        contest_add(&c, (contest_entry){ .name = VARIANTS[variants[i]],
                                         .what = &entrants[i],
                                         .prepare = poison,
                                         .run = pull_kernel,
                                         .check = check_kernel,
                                         .work = work,
                                         .limit = env.limits.fma_gflops });
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bodies", n);
    contest_hold(&c, report);

    for (int i = 0; i < ENTRANTS; i++)
        close_rung(&entrants[i].rung);
    OCL_CHECK(clReleaseMemObject(l->d_places));
    OCL_CHECK(clReleaseMemObject(l->d_pulls));
    free(b.rows);
    free(b.pulls);
    bodies_free(&l->b);
    ocl_close(&env);
    return ocl_report_close(report);
}
