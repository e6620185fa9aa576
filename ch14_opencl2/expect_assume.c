// SPDX-License-Identifier: MIT
//
// expect_assume - hints for the compiler: what is rare, and what is always true.
//
// Shows   a kernel without hints, with each of two, and with both; how it stays right where the
//         compiler knows no hints; what they win
// Uses    clSetKernelArg, clEnqueueNDRangeKernel; __builtin_expect, __builtin_assume of
//         cl_khr_expect_assume
// Try     expect_assume -n 100K

#include "ocl.h"

#include "shared/features.h"

enum { LENGTH = 64, RARE_AMONG = 1000, LARGEST = 100000 };

enum { PLAIN, EXPECT, ASSUME, BOTH };
static const char *const VARIANTS[] = { "plain", "expect", "assume", "both", NULL };
static const char *const MACROS[] = { "", " -DEXPECT", " -DASSUME", " -DEXPECT -DASSUME" };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t rows, bytes;    // of the sums
    cl_uint *ref;
    cl_mem d_sums, d_x;
} lesson;

static cl_uint steps_to_one(cl_uint x)
{
    cl_uint steps = 0;
    for (; x > 1 && steps < 1000; steps++)
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    return steps;
}

static void expect_assume_ref(cl_uint *sums, const cl_int *x, size_t length, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        sums[i] = 0;
        for (size_t k = 0; k < length; k++) {
            const cl_int own = x[k * rows + i];
            sums[i] += own < 0 ? steps_to_one((cl_uint)-own) : (cl_uint)own;
        }
    }
}

// Few numbers are negative; the first one is.
static void fill(cl_int *x, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = ocl_random(seed, i);
        const cl_int number = 1 + (cl_int)(bits % LARGEST);
        x[i] = i == 0 || (bits >> 32) % RARE_AMONG == 0 ? -number : number;
    }
}

static void run_variant(const lesson *l, int variant)
{
    cl_program program = ocl_build(l->env, "expect_assume.cl", "%s%s", ocl_newest_c(l->env->device),
                                   MACROS[variant]);
    const cl_uint length = LENGTH, rows = (cl_uint)l->rows;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "expect_assume_sum", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof length, &length));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof rows, &rows));
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->rows, local);

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_sums, l->bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &t.done));
    const ocl_work work = { .amount = (double)LENGTH * (double)l->rows, .unit = "Gnumber/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, VARIANTS[variant], l->d_sums, l->ref, l->bytes));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "expect_assume",
                              .summary = "Hints for the compiler.",
                              .accepts = "dnrVks",
                              .size_help = "rows of 64 numbers",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 20011 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, LENGTH * size, (LENGTH + 1) * size, (LENGTH + 3) * size);

    lesson l = { .env = &env, .rows = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint) };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.rows);
    l.ref = ocl_alloc(l.bytes);
    cl_int *x = ocl_alloc(LENGTH * l.bytes);
    fill(x, LENGTH * l.rows, opt.seed);
    OCL_TIME_REFERENCE(l.report, expect_assume_ref(l.ref, x, LENGTH, l.rows));
    l.d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, LENGTH * l.bytes, x);
    if (extension_version(env.device, "cl_khr_expect_assume") == 0)
        ocl_report_note(l.report,
                        "this device has no cl_khr_expect_assume: the hints are left out");

    for (int v = PLAIN; v <= BOTH; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_sums));
    free(x);
    free(l.ref);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
