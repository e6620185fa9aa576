// SPDX-License-Identifier: MIT
//
// bench_particles - the kernels of particles beside OpenMP, both with a grid, on the same discs.
//
// Times are the wall clock's for all steps, with the launches and the wait.  All numbers are whole,
// so the answers are equal in every bit; they are compared with the reference of the sample, which
// looks at all pairs.

#include "contest.h"
#include "particles/discs.h"

enum { KERNELS = 5, GROUP = 64 };
enum { COUNT, SCAN, PLACE, COLLIDE, MOVE };

typedef struct {
    size_t n, steps, cells;    // cells of the whole grid
    discs at_first, d, ref;
    uint32_t *first, *order;    // of openmp's grid
    const ocl_env *env;
    cl_kernel kernels[KERNELS];
    size_t items[KERNELS];
    cl_mem d_at, d_velocity, d_force;
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

static int cell_at(const bench *b, int coordinate)
{
    const int cell = coordinate / DIAMETER;
    return cell < b->d.cells ? cell : b->d.cells - 1;
}

static size_t cell_of(const bench *b, cl_int2 at)
{
    return (size_t)(cell_at(b, at.s[1]) * b->d.cells + cell_at(b, at.s[0]));
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
    const int column = cell_at(b, at.s[0]), row = cell_at(b, at.s[1]), last = b->d.cells - 1;
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

static void move(const bench *b, size_t i)
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
            move(b, i);
    }
}

static void write_discs(void *what, size_t round)
{
    const bench *b = what;
    const size_t bytes = b->n * sizeof(cl_int2);
    ocl_poison_run(b->env->queue, b->d_force, bytes, round);
    OCL_CHECK(clEnqueueWriteBuffer(b->env->queue, b->d_at, CL_TRUE, 0, bytes, b->at_first.at, 0,
                                   NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(b->env->queue, b->d_velocity, CL_TRUE, 0, bytes,
                                   b->at_first.velocity, 0, NULL, NULL));
}

static void run_kernels(void *what)
{
    const bench *b = what;
    for (size_t t = 0; t < b->steps; t++) {
        for (int k = 0; k < KERNELS; k++) {
            const size_t local = ocl_local_size(b->kernels[k], b->env->device, GROUP);
            const size_t global = ocl_round_up(b->items[k], local);
            OCL_CHECK(clEnqueueNDRangeKernel(b->env->queue, b->kernels[k], 1, NULL, &global, &local,
                                             0, NULL, NULL));
        }
    }
    OCL_CHECK(clFinish(b->env->queue));
}

static ocl_result check_kernels(void *what, const char *name)
{
    const bench *b = what;
    const size_t bytes = b->n * sizeof(cl_int2);
    OCL_CHECK(
        clEnqueueReadBuffer(b->env->queue, b->d_at, CL_TRUE, 0, bytes, b->d.at, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, b->d_velocity, CL_TRUE, 0, bytes, b->d.velocity, 0,
                                  NULL, NULL));
    return check(what, name);
}

// A kernel whose arguments are buffers, a number, and one more number.
static cl_kernel kernel_of(cl_program program, const char *name, cl_uint count,
                           const cl_mem *buffers, size_t n, const int *last)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    for (cl_uint i = 0; i < count; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
    OCL_CHECK(clSetKernelArg(kernel, count, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    if (last) OCL_CHECK(clSetKernelArg(kernel, count + 1, sizeof *last, last));
    return kernel;
}

int main(int argc, char **argv)
{
    size_t steps = 20;
    const ocl_option own[] = { { .usage = "-t, --steps N: at most 10000", .count = &steps },
                               { .usage = NULL } };
    const ocl_about about = { .name = "bench_particles",
                              .summary = "particles' kernels beside OpenMP.",
                              .accepts = "dnrks",
                              .size_help = "discs",
                              .extents = 1,
                              .most = 1 << 16,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 8009 }, .repeat = 11, .seed = 1 });
    if (steps > 10000) ocl_exit(OCL_EXIT_USAGE, "--steps: at most 10000");
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], pairs = n * sizeof(cl_int2), words = n * sizeof(cl_uint);
    ocl_require_memory(env.device, 3.0 * (double)pairs, 7.0 * (double)pairs, 14.0 * (double)pairs);
    bench b = { .n = n, .steps = steps, .env = &env };
    b.at_first = discs_make(n, opt.seed);
    b.d = discs_make(n, opt.seed);
    b.ref = discs_make(n, opt.seed);
    for (size_t t = 0; t < steps; t++)
        discs_step(&b.ref);
    b.cells = (size_t)b.d.cells * (size_t)b.d.cells;
    b.first = ocl_alloc((b.cells + 2) * sizeof *b.first);
    b.order = ocl_alloc(words);

    // Buffers and kernels, as in particles.c.
    cl_uint *none = ocl_alloc(b.cells * sizeof *none);
    memset(none, 0, b.cells * sizeof *none);
    cl_program program = ocl_build(&env, "particles.cl", "-cl-std=CL1.2");
    b.d_at = ocl_buffer(&env, CL_MEM_READ_WRITE, pairs, NULL);
    b.d_velocity = ocl_buffer(&env, CL_MEM_READ_WRITE, pairs, NULL);
    b.d_force = ocl_buffer(&env, CL_MEM_READ_WRITE, pairs, NULL);
    cl_mem d_number = ocl_buffer(&env, CL_MEM_READ_WRITE, words, NULL);
    cl_mem d_counts = ocl_buffer(&env, CL_MEM_READ_WRITE, b.cells * sizeof *none, none);
    cl_mem d_first = ocl_buffer(&env, CL_MEM_READ_WRITE, (b.cells + 1) * sizeof(cl_uint), NULL);
    cl_mem d_order = ocl_buffer(&env, CL_MEM_READ_WRITE, words, NULL);
    const int *cells = &b.d.cells;
    b.kernels[COUNT] =
        kernel_of(program, "count", 3, (cl_mem[]){ d_counts, d_number, b.d_at }, n, cells);
    b.kernels[SCAN] = kernel_of(program, "scan", 2, (cl_mem[]){ d_first, d_counts }, b.cells, NULL);
    b.kernels[PLACE] =
        kernel_of(program, "place", 4, (cl_mem[]){ d_order, d_first, d_number, b.d_at }, n, cells);
    b.kernels[COLLIDE] = kernel_of(program, "collide", 4,
                                   (cl_mem[]){ b.d_force, b.d_at, d_order, d_first }, n, cells);
    b.kernels[MOVE] = kernel_of(program, "move", 3, (cl_mem[]){ b.d_at, b.d_velocity, b.d_force },
                                2 * n, &b.d.side);
    const size_t items[KERNELS] = { n, 1, n, n, 2 * n };
    memcpy(b.items, items, sizeof items);

    const double moved = (double)n * (double)steps;
    contest c = { .unit = "Mdisc/s", .env = &env, .rounds = opt.repeat };
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = take_discs,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = moved });
    contest_add(&c, (contest_entry){ .name = "particles",
                                     .what = &b,
                                     .prepare = write_discs,
                                     .run = run_kernels,
                                     .check = check_kernels,
                                     .work = moved });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "discs", n);
    ocl_report_count(report, "steps", steps);
    contest_hold(&c, report);

    for (int k = KERNELS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseKernel(b.kernels[k]));
    OCL_CHECK(clReleaseMemObject(d_order));
    OCL_CHECK(clReleaseMemObject(d_first));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseMemObject(d_number));
    OCL_CHECK(clReleaseMemObject(b.d_force));
    OCL_CHECK(clReleaseMemObject(b.d_velocity));
    OCL_CHECK(clReleaseMemObject(b.d_at));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(none);
    free(b.order);
    free(b.first);
    discs_free(&b.ref);
    discs_free(&b.d);
    discs_free(&b.at_first);
    return ocl_report_close(report);
}
