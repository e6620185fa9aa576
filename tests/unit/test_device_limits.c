// SPDX-License-Identifier: MIT
//
// The kernels that measure the device must do the work that they are timed for.

#include "ocl.h"

#include "remembered_limits.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { VECTORS = 64, COUNT = 16, ITEMS = VECTORS / COUNT, WIDTH = 4, STEPS = 5 };

static const ocl_about ABOUT = { .name = "test_device_limits", .accepts = "dr", .extents = 1 };

typedef struct {
    ocl_env env;
    cl_program program;
    cl_mem d_out, d_in;
    float in[VECTORS * WIDTH], out[VECTORS * WIDTH];
} fixture;

static cl_kernel make_kernel(const fixture *f, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(f->program, name, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof f->d_out, &f->d_out), CL_SUCCESS);
    return kernel;
}

static void run(fixture *f, cl_kernel kernel, size_t items)
{
    const size_t local = 1;
    ocl_poison_run(f->env.queue, f->d_out, sizeof f->out, 0);
    assert_int_equal(
        clEnqueueNDRangeKernel(f->env.queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(f->env.queue, f->d_out, CL_TRUE, 0, sizeof f->out, f->out,
                                         0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseKernel(kernel);
}

static void check_copy(fixture *f, const char *name)
{
    cl_kernel kernel = make_kernel(f, name);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof f->d_in, &f->d_in), CL_SUCCESS);
    run(f, kernel, VECTORS);
    assert_memory_equal(f->out, f->in, sizeof f->in);
}

static void test_copy(void **state)
{
    check_copy(*state, "copy");
}

static void test_copy_stream(void **state)
{
    check_copy(*state, "copy_stream");
}

// Both ways of walking through memory read every vector once.
static void check_read(fixture *f, cl_uint stride)
{
    const cl_uint count = COUNT;
    cl_kernel kernel = make_kernel(f, "read");
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof f->d_in, &f->d_in), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 2, sizeof count, &count), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 3, sizeof stride, &stride), CL_SUCCESS);
    run(f, kernel, ITEMS);
    float want[ITEMS * WIDTH] = { 0 };
    for (size_t item = 0; item < ITEMS; item++)
        for (size_t k = 0; k < COUNT; k++)
            for (size_t lane = 0; lane < WIDTH; lane++) {
                size_t vector = stride == 1 ? item * COUNT + k : item + k * ITEMS;
                want[item * WIDTH + lane] += f->in[vector * WIDTH + lane];
            }
    assert_true(ocl_verify_f32("read", f->out, want, ITEMS * WIDTH, 1e-5).pass);
}

static void test_read_runs(void **state)
{
    check_read(*state, 1);
}

static void test_read_strided(void **state)
{
    check_read(*state, ITEMS);
}

static void test_fma(void **state)
{
    fixture *f = *state;
    const cl_uint steps = STEPS;
    const cl_float scale = 0.5f, offset = 0.25f;
    cl_kernel kernel = make_kernel(f, "fma_rate");
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof steps, &steps), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 2, sizeof scale, &scale), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 3, sizeof offset, &offset), CL_SUCCESS);
    run(f, kernel, ITEMS);
    float want[ITEMS * WIDTH];
    for (size_t item = 0; item < ITEMS; item++) {
        float sum = 0.0f;
        for (size_t chain = 0; chain < 8; chain++) {
            float a = (float)(item + chain);
            for (cl_uint step = 0; step < steps; step++)
                a = a * scale + offset;
            sum += a;
        }
        for (size_t lane = 0; lane < WIDTH; lane++)
            want[item * WIDTH + lane] = sum;
    }
    assert_true(ocl_verify_f32("fma", f->out, want, ITEMS * WIDTH, 1e-4).pass);
}

// --- what is remembered

static const ocl_limits LOW = { 1e-3, 1e-3, 1e-3, 1e9 }, HIGH = { 1e9, 1e9, 1e9, 1e-3 };

static void test_open_fills_the_limits(void **state)
{
    const fixture *f = *state;
    const ocl_limits *limits = &f->env.limits;
    assert_true(limits->copy_gbs > 0 && limits->read_gbs > 0);
    assert_true(limits->fma_gflops > 0 && limits->launch_us > 0);
    const ocl_remembered_limits remembered = ocl_recall_limits(&f->env);
    assert_memory_equal(limits, &remembered.best, sizeof *limits);
}

static void test_best_of_measurements_is_kept(void **state)
{
    (void)state;
    ocl_remembered_limits remembered = { .measured = 0 };
    ocl_add_limits(&remembered, &(ocl_limits){ 1, 20, 300, 40 }, 5);
    ocl_add_limits(&remembered, &(ocl_limits){ 10, 2, 3000, 4 }, 6);
    const ocl_limits best = { 10, 20, 3000, 4 };
    assert_memory_equal(&remembered.best, &best, sizeof best);
    assert_true(remembered.measured == 2 && remembered.last_s == 6);
}

static void test_when_limits_are_settled(void **state)
{
    (void)state;
    const time_t then = 1000000;
    ocl_remembered_limits remembered = { .measured = 0 };
    assert_false(ocl_are_limits_settled(&remembered, then));
    for (int i = 1; i < OCL_LIMITS_ENOUGH; i++) {
        ocl_add_limits(&remembered, &LOW, then);
        assert_true(ocl_are_limits_settled(&remembered, then));
        assert_true(ocl_are_limits_settled(&remembered, then + OCL_LIMITS_APART_S - 1));
        assert_false(ocl_are_limits_settled(&remembered, then + OCL_LIMITS_APART_S));
        assert_false(ocl_are_limits_settled(&remembered, then - 1));
    }
    ocl_add_limits(&remembered, &LOW, then);
    assert_true(ocl_are_limits_settled(&remembered, then + 1000 * OCL_LIMITS_APART_S));
}

// What a sample is told when so much is remembered.
static ocl_limits limits_after(const fixture *f, const ocl_remembered_limits *remembered)
{
    ocl_remember_limits(&f->env, remembered);
    ocl_env env = f->env;
    ocl_get_limits(&env);
    return env.limits;
}

// The limits of a busy machine are measured again by a later program, and the highest are kept.
static void test_low_limits_do_not_stay(void **state)
{
    const fixture *f = *state;
    const ocl_remembered_limits before = ocl_recall_limits(&f->env);
    const time_t now = time(NULL), long_ago = now - 2 * OCL_LIMITS_APART_S;
    const ocl_remembered_limits new_one = { LOW, 1, now }, old = { LOW, 1, long_ago },
                                highest = { HIGH, 1, long_ago },
                                settled = { LOW, OCL_LIMITS_ENOUGH, long_ago };
    assert_true(limits_after(f, &new_one).copy_gbs == LOW.copy_gbs);
    assert_true(limits_after(f, &settled).copy_gbs == LOW.copy_gbs);
    assert_true(limits_after(f, &highest).copy_gbs == HIGH.copy_gbs);

    const ocl_limits again = limits_after(f, &old);
    assert_true(again.copy_gbs > LOW.copy_gbs && again.read_gbs > LOW.read_gbs);
    assert_true(again.fma_gflops > LOW.fma_gflops && again.launch_us < LOW.launch_us);
    const ocl_remembered_limits after = ocl_recall_limits(&f->env);
    assert_true(after.measured == 2 && after.last_s >= now);
    ocl_remember_limits(&f->env, &before);
}

// A sample without rates does not wait for them.
static void test_samples_without_rates_need_no_limits(void **state)
{
    const fixture *f = *state;
    ocl_options options = *f->env.options;
    options.about.accepts = "d";
    ocl_env env = f->env;
    env.options = &options;
    env.limits = (ocl_limits){ 0 };
    ocl_get_limits(&env);
    assert_true(env.limits.copy_gbs == 0.0);
}

// The status of a sample with one row: so much work in ten milliseconds.
static int status_of(const fixture *f, double work, const char *unit, double limit)
{
    ocl_options options = *f->env.options;
    options.quiet = true;
    ocl_env env = f->env;
    env.options = &options;
    const ocl_times times = { .runs = 1, .ns = { 1e7 } };
    const ocl_result right = { .count = 1, .pass = true };
    ocl_report *report = ocl_report_open(&options, f->env.device);
    ocl_trial t = ocl_trial_open(&env, "row", NULL, 0);
    t.times = times;
    ocl_trial_report(&t, report, &(ocl_work){ .amount = work, .unit = unit, .limit = limit },
                     right);
    return ocl_report_close(report);
}

// More operations or bytes than the device can do are no record.  Either the limit was measured on
// a busy machine, or the data were in a cache, or the kernel does not do its work.
static void test_too_fast(void **state)
{
    const fixture *f = *state;
    const ocl_limits limits = f->env.limits;
    const double possible = 0.5e7 * limits.fma_gflops,
                 bytes = ocl_device_limits_bytes(f->env.device);
    assert_int_equal(status_of(f, possible, "GFLOP/s", limits.fma_gflops), OCL_EXIT_PASS);
    assert_int_equal(status_of(f, possible, "GFLOP/s", 0.01 * limits.fma_gflops), OCL_EXIT_PASS);
    assert_int_equal(status_of(f, 1e3 * possible, "GFLOP/s", limits.fma_gflops), OCL_EXIT_WRONG);
    assert_int_equal(status_of(f, 1e3 * possible, "TFLOP/s", 1e-3 * limits.fma_gflops),
                     OCL_EXIT_WRONG);
    assert_int_equal(status_of(f, 1e3 * possible, "GFLOP/s", 0.0), OCL_EXIT_PASS);
    assert_int_equal(status_of(f, 0.99 * bytes, "GB/s", 0.001), OCL_EXIT_PASS);
    assert_int_equal(status_of(f, 1e6 * bytes, "GB/s", limits.copy_gbs), OCL_EXIT_WRONG);
}

int main(int argc, char **argv)
{
    const ocl_options options = ocl_parse(argc, argv, &ABOUT, (ocl_options){ .n = { 1 } });
    fixture f = { .env = ocl_open(&options) };
    f.program = ocl_build(&f.env, "device_limits.cl",
                          "-DVECTOR=float4 -DFMA_VECTOR=float4 -DIN_FLIGHT=4 -DCHAINS=8");
    ocl_fill_f32(f.in, VECTORS * WIDTH, -1.0f, 1.0f, 3);
    cl_int err;
    f.d_out =
        OCL_CREATE(clCreateBuffer(f.env.context, CL_MEM_WRITE_ONLY, sizeof f.out, NULL, &err));
    f.d_in = OCL_CREATE(clCreateBuffer(f.env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                       sizeof f.in, f.in, &err));

    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_copy, &f),
        cmocka_unit_test_prestate(test_copy_stream, &f),
        cmocka_unit_test_prestate(test_read_runs, &f),
        cmocka_unit_test_prestate(test_read_strided, &f),
        cmocka_unit_test_prestate(test_fma, &f),
        cmocka_unit_test_prestate(test_open_fills_the_limits, &f),
        cmocka_unit_test(test_best_of_measurements_is_kept),
        cmocka_unit_test(test_when_limits_are_settled),
        cmocka_unit_test_prestate(test_low_limits_do_not_stay, &f),
        cmocka_unit_test_prestate(test_samples_without_rates_need_no_limits, &f),
        cmocka_unit_test_prestate(test_too_fast, &f),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    OCL_CHECK(clReleaseMemObject(f.d_in));
    OCL_CHECK(clReleaseMemObject(f.d_out));
    OCL_CHECK(clReleaseProgram(f.program));
    ocl_close(&f.env);
    return failures;
}
