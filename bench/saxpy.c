// SPDX-License-Identifier: MIT
//
// bench_saxpy - the kernels of saxpy beside an OpenMP loop and OpenBLAS, on the same vectors.
//
// Times are the wall clock's, with the launch and the wait.  bench/README.md says which environment
// is fair.

#include "contest.h"

#include "shared/saxpy.h"

#ifdef OCL_HAVE_OPENBLAS
#include <cblas.h>
#endif

enum { RUN = 4096, VARIANTS = 4 };

// As in ch01_saxpy/saxpy_ladder.c.
static const char *const KERNELS[VARIANTS] = { "scalar", "float4", "run", "stream" };
static const size_t ELEMENTS[VARIANTS] = { 1, 4, RUN, RUN };
static const size_t LOCAL[VARIANTS] = { 256, 256, 1, 1 };

static const float ALPHA = 2.5f;

typedef struct {
    size_t n;
    float *a, *b, *c, *ref, *bounds;
    cl_command_queue queue;
    cl_mem d_a, d_b, d_c;
} bench;

typedef struct {
    bench *bench;
    cl_kernel kernel;
    size_t global, local;
} rung;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_f32_each(name, b->a, b->ref, b->n, b->bounds);
}

// --- OpenMP

static void poison_host(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memset(b->a, 0xff, b->n * sizeof *b->a);
}

static void run_openmp(void *what)
{
    const bench *w = what;
    float *restrict a = w->a;
    const float *restrict b = w->b, *restrict c = w->c;
#pragma omp parallel for simd
    for (size_t i = 0; i < w->n; i++)
        a[i] = ALPHA * b[i] + c[i];
}

// --- OpenBLAS: in place, a += alpha * b, which moves as many bytes

#ifdef OCL_HAVE_OPENBLAS
static void copy_c(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memcpy(b->a, b->c, b->n * sizeof *b->a);
}

static void run_openblas(void *what)
{
    const bench *b = what;
    cblas_saxpy((int)b->n, ALPHA, b->b, 1, b->a, 1);
}
#endif

// --- the kernels

static void poison_device(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->bench;
    ocl_poison_run(b->queue, b->d_a, b->n * sizeof *b->a, round);
}

static void run_kernel(void *what)
{
    const rung *r = what;
    cl_command_queue queue = r->bench->queue;
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, r->kernel, 1, NULL, &r->global, &r->local, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
}

static ocl_result check_kernel(void *what, const char *name)
{
    bench *b = ((const rung *)what)->bench;
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_a, CL_TRUE, 0, b->n * sizeof *b->a, b->a, 0, NULL,
                                  NULL));
    return check(b, name);
}

static rung make_rung(const ocl_env *env, bench *b, cl_program program, int variant)
{
    char name[32];
    snprintf(name, sizeof name, "saxpy_%s", KERNELS[variant]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    const size_t n = b->n;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof b->d_a, &b->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof ALPHA, &ALPHA));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof b->d_b, &b->d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof b->d_c, &b->d_c));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(kernel, env->device, LOCAL[variant]);
    const size_t items = ocl_divide_up(n, ELEMENTS[variant]);
    return (
        rung){ .bench = b, .kernel = kernel, .global = ocl_round_up(items, local), .local = local };
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_saxpy",
                              .summary = "saxpy's kernels beside an OpenMP loop and OpenBLAS.",
                              .accepts = "dnrks",
                              .size_help = "elements of each vector",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 64 << 20 }, .repeat = 21, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const double vector_bytes = sizeof(float) * (double)opt.n[0];
    ocl_require_memory(env.device, vector_bytes, 3.0 * vector_bytes, 5.0 * vector_bytes);
    const size_t n = opt.n[0], bytes = n * sizeof(float);
    bench b = { .n = n,
                .a = ocl_alloc(bytes),
                .b = ocl_alloc(bytes),
                .c = ocl_alloc(bytes),
                .ref = ocl_alloc(bytes),
                .queue = env.queue };
    ocl_fill_f32(b.b, n, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(b.c, n, -1.0f, 1.0f, opt.seed + 1);
    for (size_t i = 0; i < n; i++)
        b.ref[i] = (float)((double)ALPHA * b.b[i] + b.c[i]);
    b.bounds = saxpy_bounds(ALPHA, b.b, b.c, n);
    b.d_a = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b.a);
    b.d_b = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b.b);
    b.d_c = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b.c);

    cl_program program = ocl_build(&env, "saxpy_ladder.cl", "-DRUN=%d", RUN);
    const double work = 3.0 * vector_bytes;
    contest c = { .unit = "GB/s", .env = &env, .rounds = opt.repeat, .check_last = true };
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = poison_host,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = work });
#ifdef OCL_HAVE_OPENBLAS
    if (n <= INT32_MAX)
        contest_add(&c, (contest_entry){ .name = "openblas",
                                         .is_peer = true,
                                         .what = &b,
                                         .prepare = copy_c,
                                         .run = run_openblas,
                                         .check = check,
                                         .work = work });
#endif
    rung rungs[VARIANTS];
    for (int v = 0; v < VARIANTS; v++) {
        rungs[v] = make_rung(&env, &b, program, v);
        contest_add(&c, (contest_entry){ .name = KERNELS[v],
                                         .what = &rungs[v],
                                         .prepare = poison_device,
                                         .run = run_kernel,
                                         .check = check_kernel,
                                         .work = work,
                                         .limit = env.limits.copy_gbs });
    }

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_real(report, "alpha", ALPHA);
    contest_hold(&c, report);

    for (int v = 0; v < VARIANTS; v++)
        OCL_CHECK(clReleaseKernel(rungs[v].kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(b.d_c));
    OCL_CHECK(clReleaseMemObject(b.d_b));
    OCL_CHECK(clReleaseMemObject(b.d_a));
    ocl_close(&env);
    free(b.bounds);
    free(b.ref);
    free(b.c);
    free(b.b);
    free(b.a);
    return ocl_report_close(report);
}
