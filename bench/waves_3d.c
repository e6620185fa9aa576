// SPDX-License-Identifier: MIT
//
// bench_waves_3d - the rungs of waves_3d that suit the device, beside OpenMP, on the same block.
//
// Times are the device's, from the first launch to the end of the last one; for OpenMP the wall
// clock's.  `openmp` goes row by row through all planes; the compiler makes vectors of a row.
// `openmp_bands` gives a thread a band of rows, through all planes: so five planes of a band stay
// in a core's cache.  The rate counts 12 bytes per cell and step, as the lesson does.

// The lesson itself, of which main alone is not called.
#define main waves_3d_main
#include "../ch16_applications/waves_3d.c"
#undef main

#include "contest.h"

enum { BAND = 16 };    // openmp_bands: rows

typedef struct {
    const ocl_env *env;
    block block;
    size_t steps, bytes;
    int *first, *cells[2], *ref;    // the answer is in cells[0]
    cl_mem d_begin, d_end, d_other;
} bench;

typedef struct {
    bench *b;
    int variant;
    cl_kernel kernel;
} rung;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, (uint32_t *)b->cells[0], (uint32_t *)b->ref, b->block.cells);
}

static void begin_openmp(void *what, size_t round)
{
    (void)round;
    const bench *b = what;
    for (int k = 0; k < 2; k++)
        memcpy(b->cells[k], b->first, b->bytes);
}

static void step_row(int *restrict next, const int *restrict now, ptrdiff_t row, ptrdiff_t plane,
                     ptrdiff_t width)
{
#pragma omp simd
    for (ptrdiff_t x = 0; x < width; x++) {
        const int near =
            now[x - 1] + now[x + 1] + now[x - row] + now[x + row] + now[x - plane] + now[x + plane];
        const int far = now[x - 2] + now[x + 2] + now[x - 2 * row] + now[x + 2 * row] +
                        now[x - 2 * plane] + now[x + 2 * plane];
        next[x] = 2 * now[x] - next[x] + (16 * near - far - 90 * now[x]) / 64;
    }
}

static void step_at(const bench *b, size_t t, size_t y, size_t z)
{
    const size_t i = place(&b->block, 0, y, z);
    step_row(b->cells[(t - 1) % 2] + i, b->cells[t % 2] + i, (ptrdiff_t)b->block.row,
             (ptrdiff_t)b->block.plane, (ptrdiff_t)b->block.width);
}

static void run_openmp(void *what)
{
    const bench *b = what;
#pragma omp parallel
    for (size_t t = b->steps; t > 0; t--)
#pragma omp for collapse(2)
        for (size_t z = 0; z < b->block.depth; z++)
            for (size_t y = 0; y < b->block.height; y++)
                step_at(b, t, y, z);
}

static void run_openmp_bands(void *what)
{
    const bench *b = what;
    const size_t height = b->block.height;
#pragma omp parallel
    for (size_t t = b->steps; t > 0; t--)
#pragma omp for
        for (size_t band = 0; band < height; band += BAND)
            for (size_t z = 0; z < b->block.depth; z++)
                for (size_t y = band; y < ocl_smaller(band + BAND, height); y++)
                    step_at(b, t, y, z);
}

static void poison(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->b;
    ocl_poison_run(b->env->queue, b->d_end, b->bytes, round);
    ocl_poison_run(b->env->queue, b->d_other, b->bytes, round);
}

static double run_rung(void *what)
{
    const rung *r = what;
    const bench *b = r->b;
    ocl_trial t = { .done = NULL };
    launch_all(b->env, r->variant, r->kernel, &b->block,
               (const cl_mem[]){ b->d_begin, b->d_end, b->d_other }, b->steps, &t);
    const cl_ulong begin = ocl_event_stamps(t.first ? t.first : t.done).started;
    const double ns = ocl_ns_between(begin, ocl_event_stamps(t.done).ended);
    if (t.first) OCL_CHECK(clReleaseEvent(t.first));
    OCL_CHECK(clReleaseEvent(t.done));
    return ns;
}

static ocl_result check_rung(void *what, const char *name)
{
    bench *b = ((const rung *)what)->b;
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, b->d_end, CL_TRUE, 0, b->bytes, b->cells[0], 0,
                                  NULL, NULL));
    return check(b, name);
}

// Without --variant, what is for other devices stays away.
static bool is_wanted(const ocl_options *opt, cl_device_id device, int variant)
{
    if (!ocl_wants(opt, VARIANTS[variant])) return false;
    if (opt->variant || variant == PLAIN) return true;
    return ocl_is_cpu(device) == (variant == VECTORS);
}

int main(int argc, char **argv)
{
    size_t steps = 10;
    const ocl_option own[] = {
        { .usage = "-t, --steps N: at most 1000", .count = &steps, .most = 1000 }, { .usage = NULL }
    };
    const ocl_about about = { .name = "bench_waves_3d",
                              .summary = "waves_3d's rungs beside OpenMP.",
                              .accepts = "dnrVks",
                              .size_help = "cells: width x height x depth",
                              .extents = 3,
                              .most = 65535,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 255, 253, 251 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double room = (double)(LANES + ocl_round_up(opt.n[0], LANES)) * (double)(opt.n[1] + 4) *
                        (double)(opt.n[2] + 4) * (double)sizeof(cl_int);
    ocl_require_memory(env.device, room, 3.0 * room, 4.0 * room);
    bench b = { .env = &env, .block = make_block(opt.n), .steps = steps };
    b.bytes = b.block.cells * sizeof(cl_int);
    int **const all[] = { &b.first, &b.cells[0], &b.cells[1], &b.ref };
    for (int i = 0; i < 4; i++)
        *all[i] = ocl_alloc(b.bytes);
    knock(b.first, &b.block, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", b.block.width);
    ocl_report_count(report, "height", b.block.height);
    ocl_report_count(report, "depth", b.block.depth);
    ocl_report_count(report, "steps", steps);
    begin_openmp(&b, 0);
    const int *last;
    OCL_TIME_REFERENCE(report, last = waves_ref(b.cells[0], b.cells[1], &b.block, steps));
    memcpy(b.ref, last, b.bytes);

    cl_program program = ocl_build(&env, "waves_3d.cl", "-cl-std=CL1.2 -DPLANES=%d", PLANES);
    b.d_begin = ocl_buffer(&env, CL_MEM_READ_ONLY, b.bytes, b.first);
    b.d_end = ocl_buffer(&env, CL_MEM_READ_WRITE, b.bytes, NULL);
    b.d_other = ocl_buffer(&env, CL_MEM_READ_WRITE, b.bytes, NULL);

    contest c = { .unit = "GB/s", .env = &env, .rounds = opt.repeat };
    const double numbers = 3.0 * (double)b.block.width * (double)b.block.height *
                           (double)b.block.depth * (double)steps;
    contest_entry peer = { .is_peer = true,
                           .what = &b,
                           .prepare = begin_openmp,
                           .check = check,
                           .work = numbers * sizeof(cl_int) };
    peer.name = "openmp";
    peer.run = run_openmp;
    contest_add(&c, peer);
    peer.name = "openmp_bands";
    peer.run = run_openmp_bands;
    contest_add(&c, peer);
    rung rungs[VECTORS + 1];
    size_t count = 0;
    for (int v = 0; VARIANTS[v]; v++) {
        if (!is_wanted(&opt, env.device, v)) continue;
        char name[32];
        snprintf(name, sizeof name, "waves_3d_%s", VARIANTS[v]);
        cl_int err;
        rungs[count] = (rung){ .b = &b, .variant = v };
        rungs[count].kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                         .what = &rungs[count++],
                                         .prepare = poison,
                                         .run_ns = run_rung,
                                         .check = check_rung,
                                         .work = numbers * sizeof(cl_int),
                                         .limit = env.limits.copy_gbs });
    }
    contest_hold(&c, report);

    for (size_t i = 0; i < count; i++)
        OCL_CHECK(clReleaseKernel(rungs[i].kernel));
    OCL_CHECK(clReleaseMemObject(b.d_other));
    OCL_CHECK(clReleaseMemObject(b.d_end));
    OCL_CHECK(clReleaseMemObject(b.d_begin));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    for (int i = 4; i-- > 0;)
        free(*all[i]);
    return ocl_report_close(report);
}
