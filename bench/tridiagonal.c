// SPDX-License-Identifier: MIT
//
// bench_tridiagonal - the kernel of tridiagonal beside OpenMP loops, on the same systems.
//
// Times are the wall clock's, with the launch and the wait.  `openmp` solves one system after the
// other, as the formula says; `side_by_side` takes 64 of them at a time, whose numbers are
// neighbours, so that the compiler makes vectors.  The rate counts what must move: four numbers in
// and one out.

#include "contest.h"

#include <float.h>

enum { TOGETHER = 64, INPUTS = 4 };
enum { LOWER, MIDDLE, UPPER, RIGHT };

typedef struct {
    size_t systems, unknowns, local;
    float *in[INPUTS], *x, *ratio, *ref;
    cl_command_queue queue;
    cl_kernel kernel;
    cl_mem d_x;
} bench;

// sample tridiagonal derives it.
static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_f32(name, b->x, b->ref, b->systems * b->unknowns, 12 * FLT_EPSILON / 2.0);
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    const size_t n = b->systems * b->unknowns;
    for (size_t i = 0; i < n; i++)
        b->x[i] = 1000.0f + (float)(round & 1);
}

// Systems `begin` to `end`, all at the same time.
static void solve(const bench *b, size_t begin, size_t end)
{
    const size_t systems = b->systems, count = end - begin;
    float last_ratio[TOGETHER] = { 0 }, last[TOGETHER] = { 0 };
    for (size_t i = 0; i < b->unknowns; i++) {
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
    for (size_t i = b->unknowns - 1; i > 0; i--) {
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
    for (size_t s = 0; s < b->systems; s++)
        solve(b, s, s + 1);
}

static void run_side_by_side(void *what)
{
    const bench *b = what;
#pragma omp parallel for
    for (size_t s = 0; s < b->systems; s += TOGETHER)
        solve(b, s, ocl_smaller(s + TOGETHER, b->systems));
}

static void poison(void *what, size_t round)
{
    const bench *b = what;
    ocl_poison_run(b->queue, b->d_x, b->systems * b->unknowns * sizeof(float), round);
}

static void run_kernel(void *what)
{
    const bench *b = what;
    const size_t global = ocl_round_up(b->systems, b->local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(b->queue, b->kernel, 1, NULL, &global, &b->local, 0, NULL, NULL));
    OCL_CHECK(clFinish(b->queue));
}

static ocl_result check_kernel(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_x, CL_TRUE, 0,
                                  b->systems * b->unknowns * sizeof(float), b->x, 0, NULL, NULL));
    return check(what, name);
}

// Thomas' method in double.
static void make_ref(bench *b)
{
    double *ratios = ocl_alloc(b->unknowns * sizeof *ratios);
    double *rights = ocl_alloc(b->unknowns * sizeof *rights);
    for (size_t s = 0; s < b->systems; s++) {
        double ratio = 0.0, last = 0.0;
        for (size_t i = 0; i < b->unknowns; i++) {
            const size_t at = i * b->systems + s;
            const double low = (double)b->in[LOWER][at];
            const double pivot = (double)b->in[MIDDLE][at] - low * ratio;
            ratios[i] = ratio = (double)b->in[UPPER][at] / pivot;
            rights[i] = last = ((double)b->in[RIGHT][at] - low * last) / pivot;
        }
        for (size_t i = b->unknowns; i-- > 0;) {
            if (i + 1 < b->unknowns) last = rights[i] - ratios[i] * last;
            b->ref[i * b->systems + s] = (float)last;
        }
    }
    free(rights);
    free(ratios);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_tridiagonal",
                              .summary = "tridiagonal's kernel beside OpenMP loops.",
                              .accepts = "dnrks",
                              .size_help = "systems x unknowns of each",
                              .extents = 2 };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 100003, 65 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * (double)opt.n[1] * sizeof(float);
    ocl_require_memory(env.device, room, 6.0 * room, 7.0 * room + 16.0 * (double)opt.n[1]);
    bench b = { .systems = opt.n[0], .unknowns = opt.n[1], .queue = env.queue };
    const size_t n = b.systems * b.unknowns, bytes = n * sizeof(float);
    b.x = ocl_alloc(bytes);
    b.ratio = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    for (int k = 0; k < INPUTS; k++) {    // the middle is larger than the others together
        b.in[k] = ocl_alloc(bytes);
        ocl_fill_f32(b.in[k], n, k == MIDDLE ? 4.0f : -1.0f, k == MIDDLE ? 5.0f : 1.0f,
                     opt.seed + (uint64_t)k);
    }
    make_ref(&b);

    cl_program program = ocl_build(&env, "tridiagonal.cl", "-cl-std=CL1.2");
    cl_int err;
    b.kernel = OCL_CREATE(clCreateKernel(program, "tridiagonal", &err));
    b.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_ratio = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL), d_in[INPUTS];
    OCL_CHECK(clSetKernelArg(b.kernel, 0, sizeof(cl_mem), &b.d_x));
    OCL_CHECK(clSetKernelArg(b.kernel, 1, sizeof(cl_mem), &d_ratio));
    for (cl_uint k = 0; k < INPUTS; k++) {
        d_in[k] = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, b.in[k]);
        OCL_CHECK(clSetKernelArg(b.kernel, 2 + k, sizeof(cl_mem), &d_in[k]));
    }
    OCL_CHECK(clSetKernelArg(b.kernel, 6, sizeof(cl_ulong), &(cl_ulong){ b.systems }));
    OCL_CHECK(clSetKernelArg(b.kernel, 7, sizeof(cl_ulong), &(cl_ulong){ b.unknowns }));
    b.local = ocl_local_size(b.kernel, env.device, 64);

    const double moved = (INPUTS + 1.0) * (double)bytes;
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
    contest_add(&c, (contest_entry){ .name = "tridiagonal",
                                     .what = &b,
                                     .prepare = poison,
                                     .run = run_kernel,
                                     .check = check_kernel,
                                     .work = moved,
                                     .limit = env.limits.copy_gbs });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "systems", b.systems);
    ocl_report_count(report, "unknowns", b.unknowns);
    contest_hold(&c, report);

    OCL_CHECK(clReleaseKernel(b.kernel));
    for (int k = INPUTS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseMemObject(d_in[k]));
    OCL_CHECK(clReleaseMemObject(d_ratio));
    OCL_CHECK(clReleaseMemObject(b.d_x));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    for (int k = 0; k < INPUTS; k++)
        free(b.in[k]);
    free(b.ref);
    free(b.ratio);
    free(b.x);
    return ocl_report_close(report);
}
