// SPDX-License-Identifier: MIT
//
// bench_saxpy - the kernels of saxpy beside an OpenMP loop and OpenBLAS, on the same vectors.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.
// Times are the wall clock's, with the launch and the wait.  bench/README.md says which environment
// is fair.

#include "ocl.h"

#ifdef OCL_HAVE_OPENBLAS
#include <cblas.h>
#endif

enum { RUN = 4096, MAX = 8 };

// As in ch01_saxpy/saxpy.c.
static const char *const KERNELS[] = { "scalar", "float4", "run", "stream", NULL };
static const size_t ELEMENTS[] = { 1, 4, RUN, RUN };
static const size_t LOCAL[] = { 256, 256, 1, 1 };

static const float ALPHA = 2.5f;

typedef struct {
    size_t n;
    float *a, *b, *c, *ref;
    cl_command_queue queue;
    cl_mem d_a, d_b, d_c;
} bench;

typedef struct contender contender;
struct contender {
    const char *name;
    void (*prepare)(const bench *b, const contender *who);    // before the run that is judged
    void (*run)(const bench *b, const contender *who);
    void (*fetch)(const bench *b, const contender *who);    // brings the answer to b->a
    cl_kernel kernel;
    size_t global, local;
    ocl_times times;
};

static void do_nothing(const bench *b, const contender *who)
{
    (void)b, (void)who;
}

// --- OpenMP

static void poison_host(const bench *b, const contender *who)
{
    (void)who;
    memset(b->a, 0xff, b->n * sizeof *b->a);
}

static void run_openmp(const bench *w, const contender *who)
{
    (void)who;
    float *restrict a = w->a;
    const float *restrict b = w->b, *restrict c = w->c;
#pragma omp parallel for simd
    for (size_t i = 0; i < w->n; i++)
        a[i] = ALPHA * b[i] + c[i];
}

// --- OpenBLAS: in place, a += alpha * b, which moves as many bytes

#ifdef OCL_HAVE_OPENBLAS
static void copy_c(const bench *b, const contender *who)
{
    (void)who;
    memcpy(b->a, b->c, b->n * sizeof *b->a);
}

static void run_openblas(const bench *b, const contender *who)
{
    (void)who;
    cblas_saxpy((int)b->n, ALPHA, b->b, 1, b->a, 1);
}
#endif

// --- the kernels

static void poison_device(const bench *b, const contender *who)
{
    (void)who;
    ocl_poison_run(b->queue, b->d_a, b->n * sizeof *b->a, 0);
}

static void run_kernel(const bench *b, const contender *who)
{
    OCL_CHECK(clEnqueueNDRangeKernel(b->queue, who->kernel, 1, NULL, &who->global, &who->local, 0,
                                     NULL, NULL));
    OCL_CHECK(clFinish(b->queue));
}

static void read_answer(const bench *b, const contender *who)
{
    (void)who;
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_a, CL_TRUE, 0, b->n * sizeof *b->a, b->a, 0, NULL,
                                  NULL));
}

static contender make_kernel(const ocl_env *env, const bench *b, cl_program program, int variant)
{
    char name[32];
    snprintf(name, sizeof name, "saxpy_%s", KERNELS[variant]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    const cl_ulong n = b->n;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof b->d_a, &b->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof ALPHA, &ALPHA));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof b->d_b, &b->d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof b->d_c, &b->d_c));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    size_t local = ocl_local_size(kernel, env->device, LOCAL[variant]);
    size_t items = (n + ELEMENTS[variant] - 1) / ELEMENTS[variant];
    return (contender){ .name = KERNELS[variant],
                        .prepare = poison_device,
                        .run = run_kernel,
                        .fetch = read_answer,
                        .kernel = kernel,
                        .global = ocl_round_up(items, local),
                        .local = local };
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
    ocl_require_memory(env.device, vector_bytes, 3.0 * vector_bytes, 4.0 * vector_bytes);
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
    b.d_a = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b.a);
    b.d_b = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b.b);
    b.d_c = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b.c);

    cl_program program = ocl_build(&env, "saxpy.cl", "-DRUN=%d", RUN);
    contender all[MAX];
    size_t count = 0;
    all[count++] = (contender){
        .name = "openmp", .prepare = poison_host, .run = run_openmp, .fetch = do_nothing
    };
#ifdef OCL_HAVE_OPENBLAS
    if (n <= INT32_MAX)
        all[count++] = (contender){
            .name = "openblas", .prepare = copy_c, .run = run_openblas, .fetch = do_nothing
        };
#endif
    for (int v = 0; KERNELS[v]; v++)
        all[count++] = make_kernel(&env, &b, program, v);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_real(report, "alpha", ALPHA);
    for (size_t round = 0; round <= opt.repeat; round++)
        for (size_t i = 0; i < count; i++) {
            all[i].prepare(&b, &all[i]);
            OCL_CHECK(clFinish(env.queue));
            double begin = ocl_wall_ns();
            all[i].run(&b, &all[i]);
            if (round > 0) ocl_times_add(&all[i].times, ocl_wall_ns() - begin);
        }

    // The bound is derived in ch01_saxpy/saxpy.c.
    const double bound = (ALPHA + 2.0 * (ALPHA + 1.0)) / (1 << 24);
    const double limit = ocl_device_limits(&env).copy_gbs;
    for (size_t i = 0; i < count; i++) {
        all[i].prepare(&b, &all[i]);
        all[i].run(&b, &all[i]);
        all[i].fetch(&b, &all[i]);
        ocl_result check = ocl_verify_f32(all[i].name, b.a, b.ref, n, bound);
        ocl_report_row(report, &(ocl_row){ all[i].name, &all[i].times, 3.0 * vector_bytes, "GB/s",
                                           all[i].kernel ? limit : 0.0, check });
    }

    json_t *speed = json_object();
    json_object_set_new(ocl_report_details(report), "speed_against_openmp", speed);
    ocl_report_print(report, "\nspeed against openmp, medians of %zu:", opt.repeat);
    for (size_t i = 1; i < count; i++) {
        double ratio = ocl_median_ns(&all[0].times) / ocl_median_ns(&all[i].times);
        json_object_set_new(speed, all[i].name, json_real(ratio));
        ocl_report_print(report, "%s %s %.3f", i > 1 ? "," : "", all[i].name, ratio);
    }
    ocl_report_print(report, "\n");

    for (size_t i = 0; i < count; i++)
        if (all[i].kernel) OCL_CHECK(clReleaseKernel(all[i].kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(b.d_c));
    OCL_CHECK(clReleaseMemObject(b.d_b));
    OCL_CHECK(clReleaseMemObject(b.d_a));
    ocl_close(&env);
    free(b.ref);
    free(b.c);
    free(b.b);
    free(b.a);
    return ocl_report_close(report);
}
