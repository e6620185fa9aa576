// SPDX-License-Identifier: MIT
//
// bench_particles - both rungs of particles_bands beside OpenMP, all with a grid, on equal discs.
// The kernels of `plain` are those of particles.
//
// Times are the wall clock's for all steps, with the launches and the wait.  All numbers are whole,
// so the answers are equal in every bit; they are compared with the reference of the sample, which
// looks at all pairs.

// The lesson itself, of which main alone is not called.
#define main particles_bands_main
#include "../ch16_applications/particles_bands.c"
#undef main

#include "contest.h"

typedef struct {
    size_t n, steps, cells;    // cells of the whole grid
    discs at_first, d, ref;
    uint32_t *first, *order;    // of openmp's grid
    lesson lesson;
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    const size_t bytes = b->n * sizeof(cl_int2);
    return ocl_result_both(ocl_verify_bytes(name, b->d.at, b->ref.at, bytes),
                           ocl_verify_bytes(name, b->d.velocity, b->ref.velocity, bytes));
}

static void take_discs(void *what, size_t round)
{
    const bench *b = what;
    const size_t bytes = b->n * sizeof(cl_int2);
    memcpy(b->d.at, b->at_first.at, bytes);
    memcpy(b->d.velocity, b->at_first.velocity, bytes);
    memset(b->d.force, ocl_poison_byte(round), bytes);
}

static int cell_along(const bench *b, int coordinate)
{
    const int cell = coordinate / DIAMETER;
    return cell < b->d.cells ? cell : b->d.cells - 1;
}

static size_t cell_of(const bench *b, cl_int2 at)
{
    return (size_t)(cell_along(b, at.s[1]) * b->d.cells + cell_along(b, at.s[0]));
}

// All discs, cell after cell.  That is a small part of a step, and one thread does it.
static void make_grid(const bench *b)
{
    memset(b->first, 0, (b->cells + 2) * sizeof *b->first);
    for (size_t i = 0; i < b->n; i++)
        b->first[cell_of(b, b->d.at[i]) + 2]++;
    for (size_t c = 2; c <= b->cells; c++)
        b->first[c + 1] += b->first[c];
    for (size_t i = 0; i < b->n; i++)
        b->order[b->first[cell_of(b, b->d.at[i]) + 1]++] = (uint32_t)i;
}

static cl_int2 force_on(const bench *b, cl_int2 at)
{
    const int column = cell_along(b, at.s[0]), row = cell_along(b, at.s[1]), last = b->d.cells - 1;
    cl_int2 force = { { 0, 0 } };
    for (int r = row > 0 ? row - 1 : 0; r <= (row < last ? row + 1 : last); r++) {
        const size_t left = (size_t)(r * b->d.cells + (column > 0 ? column - 1 : 0));
        const size_t right = (size_t)(r * b->d.cells + (column < last ? column + 1 : last));
        for (size_t k = b->first[left]; k < b->first[right + 1]; k++) {    // up to three cells
            const cl_int2 other = b->d.at[b->order[k]];
            const int x = at.s[0] - other.s[0], y = at.s[1] - other.s[1];
            const int closer = DIAMETER * DIAMETER - x * x - y * y;
            if (closer <= 0) continue;
            force.s[0] += x * closer / SOFTNESS;
            force.s[1] += y * closer / SOFTNESS;
        }
    }
    return force;
}

static void move_disc(const bench *b, size_t i)
{
    const int low = RADIUS, high = b->d.side - RADIUS;
    for (int c = 0; c < 2; c++) {
        const int v = b->d.velocity[i].s[c] + b->d.force[i].s[c];
        int to = b->d.at[i].s[c] + v;
        const bool hits = to < low || to > high;
        b->d.velocity[i].s[c] = hits ? -v : v;
        to = to < low ? 2 * low - to : to > high ? 2 * high - to : to;
        b->d.at[i].s[c] = to < low ? low : to > high ? high : to;
    }
}

static void run_openmp(void *what)
{
    const bench *b = what;
    for (size_t t = 0; t < b->steps; t++) {
        make_grid(b);
#pragma omp parallel for
        for (size_t i = 0; i < b->n; i++)
            b->d.force[i] = force_on(b, b->d.at[i]);
#pragma omp parallel for
        for (size_t i = 0; i < b->n; i++)
            move_disc(b, i);
    }
}

static void begin_lesson(void *what, size_t round)
{
    const lesson *l = &((const bench *)what)->lesson;
    ocl_poison_run(l->env->queue, l->d_force, l->n * sizeof(cl_int2), round);
    begin(l);
    OCL_CHECK(clFinish(l->env->queue));
}

static void run_plain_rung(void *what)
{
    const lesson *l = &((const bench *)what)->lesson;
    run_plain(l);
    OCL_CHECK(clFinish(l->env->queue));
}

static void run_bands_rung(void *what)
{
    const lesson *l = &((const bench *)what)->lesson;
    run_bands(l);
    OCL_CHECK(clFinish(l->env->queue));
}

static ocl_result check_lesson(void *what, const char *name)
{
    const bench *b = what;
    const lesson *l = &b->lesson;
    const size_t bytes = b->n * sizeof(cl_int2);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_at, CL_TRUE, 0, bytes, b->d.at, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_velocity, CL_TRUE, 0, bytes, b->d.velocity, 0,
                                  NULL, NULL));
    return check(what, name);
}

int main(int argc, char **argv)
{
    size_t steps = 20;
    const ocl_option own[] = { { .usage = "-t, --steps N: at most 10000", .count = &steps },
                               { .usage = NULL } };
    const ocl_about about = { .name = "bench_particles",
                              .summary = "particles_bands' rungs beside OpenMP.",
                              .accepts = "dnrVks",
                              .size_help = "discs",
                              .extents = 1,
                              .most = 1 << 16,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 8009 }, .repeat = 11, .seed = 1 });
    if (steps > 10000) ocl_exit(OCL_EXIT_USAGE, "--steps: at most 10000");
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], pairs = n * sizeof(cl_int2);
    ocl_require_memory(env.device, 3.0 * (double)pairs, 14.0 * (double)pairs, 14.0 * (double)pairs);
    bench b = { .n = n, .steps = steps };
    b.at_first = discs_make(n, opt.seed);
    b.d = discs_make(n, opt.seed);
    b.ref = discs_make(n, opt.seed);
    for (size_t t = 0; t < steps; t++)
        discs_step(&b.ref);
    b.cells = (size_t)b.d.cells * (size_t)b.d.cells;
    b.first = ocl_alloc((b.cells + 2) * sizeof *b.first);
    b.order = ocl_alloc(n * sizeof *b.order);

    b.lesson = open_lesson(&env, &b.at_first, steps);

    const double moved = (double)n * (double)steps;
    contest c = { .unit = "Mdisc/s", .env = &env, .rounds = opt.repeat };
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = take_discs,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = moved });
    void (*const runs[])(void *) = { run_plain_rung, run_bands_rung };
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]))
            contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                             .what = &b,
                                             .prepare = begin_lesson,
                                             .run = runs[v],
                                             .check = check_lesson,
                                             .work = moved });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "discs", n);
    ocl_report_count(report, "steps", steps);
    contest_hold(&c, report);

    close_lesson(&b.lesson);
    ocl_close(&env);
    free(b.order);
    free(b.first);
    discs_free(&b.ref);
    discs_free(&b.d);
    discs_free(&b.at_first);
    return ocl_report_close(report);
}
