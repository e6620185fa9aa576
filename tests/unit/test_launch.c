// SPDX-License-Identifier: MIT
//
// Unit tests of launch: multiples, work-group sizes that the device takes, and local memory.

#include "ocl.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const ocl_about ABOUT = { .name = "test_launch", .accepts = "d", .extents = 1 };

static void test_divide_up(void **state)
{
    (void)state;
    assert_int_equal(ocl_divide_up(0, 3), 0);
    assert_int_equal(ocl_divide_up(1, 3), 1);
    assert_int_equal(ocl_divide_up(3, 3), 1);
    assert_int_equal(ocl_divide_up(4, 3), 2);
    assert_true(ocl_divide_up(SIZE_MAX, 2) == SIZE_MAX / 2 + 1);
}

static void test_round_up(void **state)
{
    (void)state;
    assert_int_equal(ocl_round_up(1, 1), 1);
    assert_int_equal(ocl_round_up(1, 64), 64);
    assert_int_equal(ocl_round_up(63, 64), 64);
    assert_int_equal(ocl_round_up(64, 64), 64);
    assert_int_equal(ocl_round_up(65, 64), 128);
    assert_int_equal(ocl_round_up(10, 7), 14);
    assert_int_equal(ocl_round_up(0, 64), 0);
    assert_true(ocl_round_up(SIZE_MAX - 255, 256) == SIZE_MAX - 255);
}

// Covers the extents, or less where that takes too many work-groups.
static void test_global_size_2d(void **state)
{
    (void)state;
    const struct {
        size_t extents[2], local[2], most, global[2];
    } cases[] = {
        { { 1, 1 }, { 1, 1 }, SIZE_MAX, { 1, 1 } }, { { 65, 31 }, { 32, 8 }, SIZE_MAX, { 96, 32 } },
        { { 65, 31 }, { 32, 8 }, 12, { 96, 32 } },  { { 65, 31 }, { 32, 8 }, 11, { 96, 24 } },
        { { 65, 31 }, { 32, 8 }, 5, { 96, 8 } },    { { 65, 31 }, { 32, 8 }, 2, { 64, 8 } },
        { { 65, 31 }, { 32, 8 }, 1, { 32, 8 } },    { { 1, 1031 }, { 32, 8 }, 100, { 32, 800 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t global[2];
        ocl_global_size_2d(cases[i].extents, cases[i].local, cases[i].most, global);
        assert_int_equal(global[0], cases[i].global[0]);
        assert_int_equal(global[1], cases[i].global[1]);
    }
}

// The largest power of two within what is wanted, what the kernel can do and what the device can.
static void test_local_size(void **state)
{
    ocl_env *env = *state;
    if (!env) skip();
    cl_int err;
    const char *source = "kernel void fill(global int *x) { x[get_global_id(0)] = 1; }";
    cl_program program = clCreateProgramWithSource(env->context, 1, &source, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(program, 1, &env->device, "", NULL, NULL), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "fill", &err);
    assert_int_equal(err, CL_SUCCESS);

    size_t limit, extents[16];
    assert_int_equal(clGetKernelWorkGroupInfo(kernel, env->device, CL_KERNEL_WORK_GROUP_SIZE,
                                              sizeof limit, &limit, NULL),
                     CL_SUCCESS);
    assert_int_equal(
        clGetDeviceInfo(env->device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof extents, extents, NULL),
        CL_SUCCESS);
    if (extents[0] < limit) limit = extents[0];

    assert_int_equal(ocl_local_size(kernel, env->device, 1), 1);
    size_t last = 1;
    for (size_t wanted = 1; wanted <= 4 * limit; wanted += 1 + wanted / 7) {
        size_t local = ocl_local_size(kernel, env->device, wanted);
        assert_true(local >= last && local <= wanted && local <= limit);
        assert_int_equal(local & (local - 1), 0);
        assert_true(2 * local > wanted || 2 * local > limit);
        last = local;
    }
    assert_true(ocl_local_size(kernel, env->device, SIZE_MAX) <= limit);

    size_t local[2];
    ocl_local_size_2d(kernel, env->device, (size_t[2]){ 1, 1 }, local);
    assert_true(local[0] == 1 && local[1] == 1);
    ocl_local_size_2d(kernel, env->device, (size_t[2]){ 7, SIZE_MAX }, local);
    assert_true(local[0] == ocl_local_size(kernel, env->device, 7));
    assert_true(local[0] * local[1] <= limit && local[1] <= extents[1]);
    assert_true(4 * local[0] * local[1] > limit || 2 * local[1] > extents[1]);
    ocl_local_size_2d(kernel, env->device, (size_t[2]){ SIZE_MAX, SIZE_MAX }, local);
    assert_true(local[0] * local[1] <= limit);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// Buffers first, then numbers, in their order.
static void test_set_args(void **state)
{
    ocl_env *env = *state;
    if (!env) skip();
    const char *source =
        "kernel void scale(global uint *y, global const uint *x, uint by, uint plus)"
        "{ y[0] = x[0] * by + plus; }";
    cl_int err;
    cl_program program = clCreateProgramWithSource(env->context, 1, &source, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(program, 1, &env->device, "", NULL, NULL), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "scale", &err);
    assert_int_equal(err, CL_SUCCESS);
    const cl_uint x = 11;
    cl_uint y = 0;
    const size_t one = 1;
    cl_mem d_y = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof y, NULL);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof x, &x);
    ocl_set_args(kernel, OCL_BUFFERS(d_y, d_x), OCL_NUMBERS(100, 7));
    assert_int_equal(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(env->queue, d_y, CL_TRUE, 0, sizeof y, &y, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(y, 1107);
    clReleaseMemObject(d_x);
    clReleaseMemObject(d_y);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// A kernel that requires the device's largest work-group gets it.
static void test_required_size(void **state)
{
    ocl_env *env = *state;
    if (!env) skip();
    size_t limit = 1;
    const size_t most = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    while (limit <= most / 2 && limit <= ocl_local_limit(env->device, 0) / 2)
        limit *= 2;
    char source[128];
    snprintf(source, sizeof source,
             "kernel __attribute__((reqd_work_group_size(%zu, 1, 1))) "
             "void one(global int *x) { *x = 1; }",
             limit);
    const char *text = source;
    cl_int err;
    cl_program program = clCreateProgramWithSource(env->context, 1, &text, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(program, 1, &env->device, "", NULL, NULL), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "one", &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_true(ocl_kernel_limit(kernel, env->device) >= limit);
    assert_int_equal(ocl_local_size(kernel, env->device, limit), limit);
    assert_int_equal(ocl_local_size(kernel, env->device, 1), limit);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// All that is left: what the device has, less local variables and what the driver takes.  With an
// argument of that size the kernel is launched, and no byte of it is missing.
static void test_local_left(void **state)
{
    ocl_env *env = *state;
    if (!env) skip();
    const char *source = "kernel void plain(global int *x, local long16 *y, uint n)"
                         "{"
                         "    for (uint i = 0; i < n; i++) y[i] = (long16)(i + 1);"
                         "    long sum = 0;"
                         "    for (uint i = 0; i < n; i++) sum += y[i].s0 - y[i].sf + y[i].s7;"
                         "    x[0] = sum == (long)n * (n + 1) / 2;"
                         "}"
                         "kernel void takes(global int *x, local long16 *y, uint n)"
                         "{"
                         "    local volatile char own[129];"
                         "    own[n % 129] = 1;"
                         "    x[0] = own[n % 129] + y[0].s0;"
                         "}";
    cl_int err;
    cl_program program = clCreateProgramWithSource(env->context, 1, &source, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(program, 1, &env->device, "", NULL, NULL), CL_SUCCESS);
    cl_kernel plain = clCreateKernel(program, "plain", &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_kernel takes = clCreateKernel(program, "takes", &err);
    assert_int_equal(err, CL_SUCCESS);

    const size_t all = (size_t)ocl_device_number(env->device, CL_DEVICE_LOCAL_MEM_SIZE);
    const size_t left = ocl_local_left(plain, env->device);
    const cl_uint n = (cl_uint)(left / OCL_LOCAL_ALIGNMENT);
    assert_int_equal(left % OCL_LOCAL_ALIGNMENT, 0);
    assert_true(left <= all && all - left < 2048);
    cl_ulong taken;
    assert_int_equal(clGetKernelWorkGroupInfo(takes, env->device, CL_KERNEL_LOCAL_MEM_SIZE,
                                              sizeof taken, &taken, NULL),
                     CL_SUCCESS);
    assert_int_equal(ocl_local_left(takes, env->device),
                     (all - (size_t)taken) / OCL_LOCAL_ALIGNMENT * OCL_LOCAL_ALIGNMENT);

    cl_int right = 0;
    const size_t one = 1;
    cl_mem d_right = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof right, &right);
    assert_int_equal(clSetKernelArg(plain, 0, sizeof d_right, &d_right), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(plain, 1, left, NULL), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(plain, 2, sizeof n, &n), CL_SUCCESS);
    assert_int_equal(clEnqueueNDRangeKernel(env->queue, plain, 1, NULL, &one, &one, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(
        clEnqueueReadBuffer(env->queue, d_right, CL_TRUE, 0, sizeof right, &right, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(right, 1);
    clReleaseMemObject(d_right);
    clReleaseKernel(takes);
    clReleaseKernel(plain);
    clReleaseProgram(program);
}

// NULL where the machine has no device.
static int open_device(void **state)
{
    cl_device_id *devices;
    cl_uint count = ocl_all_devices(&devices);
    free(devices);
    if (count == 0) return 0;
    const ocl_options options = { .about = ABOUT };
    ocl_env *env = malloc(sizeof *env);
    if (!env) return -1;
    *env = ocl_open(&options);
    *state = env;
    return 0;
}

static int close_device(void **state)
{
    if (*state) ocl_close(*state);
    free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_divide_up),
        cmocka_unit_test(test_round_up),
        cmocka_unit_test(test_global_size_2d),
        cmocka_unit_test_setup_teardown(test_local_size, open_device, close_device),
        cmocka_unit_test_setup_teardown(test_set_args, open_device, close_device),
        cmocka_unit_test_setup_teardown(test_required_size, open_device, close_device),
        cmocka_unit_test_setup_teardown(test_local_left, open_device, close_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
