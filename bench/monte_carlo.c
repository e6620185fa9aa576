// SPDX-License-Identifier: MIT
//
// bench_monte_carlo - the rungs of monte_carlo_ladder beside an OpenMP loop with the same random
// numbers.
//
// Times are the wall clock's, with the launch and the wait.  Of the OpenMP loop the compiler makes
// vectors.

#include "contest.h"

enum { PAIRS = 512 };    // as in the sample

static const char *const VARIANTS[] = { "plain", "lanes", NULL };

typedef struct {
    uint32_t *inside, *ref;
    size_t n;
    cl_uint2 key;
    cl_command_queue queue;
    cl_kernel kernels[2];
    const ocl_env *env;
    cl_mem d_inside;
} bench;

static inline uint32_t is_inside(uint32_t x, uint32_t y)
{
    const uint64_t across = x >> 1, up = y >> 1;
    return across * across + up * up < UINT64_C(1) << 62;
}

// Philox 4x32-10 of one counter: two points.
static inline uint32_t two_points(uint32_t i, uint32_t item, cl_uint2 key)
{
    uint32_t a = i, b = 0, c = item, d = 0, k0 = key.s[0], k1 = key.s[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t p = UINT64_C(0xD2511F53) * a, q = UINT64_C(0xCD9E8D57) * c;
        a = (uint32_t)(q >> 32) ^ b ^ k0;
        b = (uint32_t)q;
        c = (uint32_t)(p >> 32) ^ d ^ k1;
        d = (uint32_t)p;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return is_inside(a, b) + is_inside(c, d);
}

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, b->inside, b->ref, b->n);
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->inside, ocl_poison_byte(round), b->n * sizeof *b->inside);
}

static void run_openmp(void *what)
{
    const bench *b = what;
#pragma omp parallel for
    for (size_t item = 0; item < b->n; item++) {
        uint32_t count = 0;
#pragma omp simd reduction(+ : count)
        for (uint32_t i = 0; i < PAIRS; i++)
            count += two_points(i, (uint32_t)item, b->key);
        b->inside[item] = count;
    }
}

static void poison(void *what, size_t round)
{
    const bench *b = what;
    ocl_poison_run(b->queue, b->d_inside, b->n * sizeof(cl_uint), round);
}

static void run_kernel(const bench *b, cl_kernel kernel)
{
    const size_t local = ocl_local_size(kernel, b->env->device, 64);
    const size_t global = ocl_round_up(b->n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(b->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clFinish(b->queue));
}

static void run_plain(void *what)
{
    run_kernel(what, ((const bench *)what)->kernels[0]);
}

static void run_lanes(void *what)
{
    run_kernel(what, ((const bench *)what)->kernels[1]);
}

static ocl_result check_kernel(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_inside, CL_TRUE, 0, b->n * sizeof *b->inside,
                                  b->inside, 0, NULL, NULL));
    return check(what, name);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_monte_carlo",
                              .summary = "monte_carlo_ladder's rungs beside an OpenMP loop.",
                              .accepts = "dnrVks",
                              .size_help = "work-items, each with 1024 points",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = VARIANTS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 20011 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, 2.0 * (double)bytes);
    bench b = { .n = n, .queue = env.queue, .env = &env };
    b.key = (cl_uint2){ .s = { (cl_uint)opt.seed, (cl_uint)(opt.seed >> 32) } };
    b.inside = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    for (size_t item = 0; item < n; item++) {
        b.ref[item] = 0;
        for (uint32_t i = 0; i < PAIRS; i++)
            b.ref[item] += two_points(i, (uint32_t)item, b.key);
    }

    cl_program program =
        ocl_build(&env, "monte_carlo_ladder.cl", "-cl-std=CL1.2 -DPAIRS=%d", PAIRS);
    b.d_inside = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    for (int v = 0; VARIANTS[v]; v++) {
        char name[32];
        snprintf(name, sizeof name, "monte_carlo_%s", VARIANTS[v]);
        cl_int err;
        b.kernels[v] = OCL_CREATE(clCreateKernel(program, name, &err));
        OCL_CHECK(clSetKernelArg(b.kernels[v], 0, sizeof(cl_mem), &b.d_inside));
        OCL_CHECK(clSetKernelArg(b.kernels[v], 1, sizeof b.key, &b.key));
        OCL_CHECK(clSetKernelArg(b.kernels[v], 2, sizeof(cl_ulong), &(cl_ulong){ n }));
    }

    const double points = 2.0 * PAIRS * (double)n;
    contest c = { .unit = "Mpoint/s", .env = &env, .rounds = opt.repeat };
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = points });
    void (*const runs[])(void *) = { run_plain, run_lanes };
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]))
            contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                             .what = &b,
                                             .prepare = poison,
                                             .run = runs[v],
                                             .check = check_kernel,
                                             .work = points });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "work-items", n);
    contest_hold(&c, report);

    for (int v = 1; v >= 0; v--)
        OCL_CHECK(clReleaseKernel(b.kernels[v]));
    OCL_CHECK(clReleaseMemObject(b.d_inside));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(b.ref);
    free(b.inside);
    return ocl_report_close(report);
}
