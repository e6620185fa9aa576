// SPDX-License-Identifier: MIT
//
// The kernels that measure the device must do the work that they are timed for.  Nothing is
// measured here: this test also judges the broken kernels.

#include "ocl.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { VECTORS = 64, COUNT = 16, ITEMS = VECTORS / COUNT, WIDTH = 4, STEPS = 5 };

static const ocl_about ABOUT = { .name = "test_device_limits", .accepts = "d", .extents = 1 };

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
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    OCL_CHECK(clReleaseMemObject(f.d_in));
    OCL_CHECK(clReleaseMemObject(f.d_out));
    OCL_CHECK(clReleaseProgram(f.program));
    ocl_close(&f.env);
    return failures;
}
