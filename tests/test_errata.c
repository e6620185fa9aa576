// SPDX-License-Identifier: MIT
//
// What docs/errata.md says of the sources' listings, shown on the device at hand.

#include "ocl.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const ocl_about ABOUT = { .name = "test_errata", .accepts = "d", .extents = 1 };

static cl_kernel build(const ocl_env *env, const char *source, cl_program *program)
{
    cl_int err;
    *program = clCreateProgramWithSource(env->context, 1, &source, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(*program, 1, &env->device, NULL, NULL, NULL), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(*program, "probe", &err);
    assert_int_equal(err, CL_SUCCESS);
    return kernel;
}

// Chapter 1: a work-group of 64 takes vectors of 1024 elements, but not of 1000.
static void test_local_size_must_divide(void **state)
{
    const ocl_env *env = *state;
    cl_int err;
    cl_program program;
    cl_kernel kernel =
        build(env, "kernel void probe(global float *x) { x[get_global_id(0)] = 1.0f; }", &program);
    cl_mem d_x = clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, 4096, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_x, &d_x), CL_SUCCESS);

    const size_t local = 64, fits = 1024, ragged = 1000;
    assert_int_equal(
        clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &fits, &local, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(
        clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &ragged, &local, 0, NULL, NULL),
        CL_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(clFinish(env->queue), CL_SUCCESS);

    clReleaseMemObject(d_x);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// Chapter 1: asking a platform without a GPU for its GPUs is an error, and the count must not be
// used.
static void test_no_gpu_is_an_error(void **state)
{
    const ocl_env *env = *state;
    cl_uint count = 12345;
    cl_int status = clGetDeviceIDs(env->platform, CL_DEVICE_TYPE_GPU, 0, NULL, &count);
    if (status == CL_SUCCESS) skip();    // this platform has one
    assert_int_equal(status, CL_DEVICE_NOT_FOUND);
}

// Chapter 3: 256 pixels of one value, counted in 8 bits, count as none.
static void test_byte_counter_wraps(void **state)
{
    const ocl_env *env = *state;
    cl_int err;
    cl_program program;
    cl_kernel kernel = build(env,
                             "kernel void probe(global uint *count, global const uchar *pixels)\n"
                             "{\n"
                             "    uchar counter = 0;\n"
                             "    for (int i = 0; i < 256; i++)\n"
                             "        if (pixels[i] == 7) counter++;\n"
                             "    *count = counter;\n"
                             "}\n",
                             &program);
    unsigned char pixels[256];
    memset(pixels, 7, sizeof pixels);
    cl_uint count = 12345;
    cl_mem d_count = clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, sizeof count, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_mem d_pixels = clCreateBuffer(env->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                     sizeof pixels, pixels, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_count, &d_count), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof d_pixels, &d_pixels), CL_SUCCESS);
    const size_t one = 1;
    assert_int_equal(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(
        clEnqueueReadBuffer(env->queue, d_count, CL_TRUE, 0, sizeof count, &count, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(count, 0);

    clReleaseMemObject(d_pixels);
    clReleaseMemObject(d_count);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

int main(int argc, char **argv)
{
    const ocl_options options = ocl_parse(argc, argv, &ABOUT, (ocl_options){ .n = { 1 } });
    ocl_env env = ocl_open(&options);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_local_size_must_divide, &env),
        cmocka_unit_test_prestate(test_no_gpu_is_an_error, &env),
        cmocka_unit_test_prestate(test_byte_counter_wraps, &env),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    ocl_close(&env);
    return failures;
}
