// SPDX-License-Identifier: MIT
//
// What docs/errata.md says of the listings in AMD's guide for OpenCL 2.0, shown on the device at
// hand.

#include "ocl.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const ocl_about ABOUT = { .name = "test_errata_guide", .accepts = "d", .extents = 1 };

static cl_program build(const ocl_env *env, const char *source, const char *options)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(env->context, 1, &source, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(program, 1, &env->device, options, NULL, NULL), CL_SUCCESS);
    return program;
}

static cl_mem upload(const ocl_env *env, size_t bytes, void *data)
{
    cl_int err;
    cl_mem mem =
        clCreateBuffer(env->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data, &err);
    assert_int_equal(err, CL_SUCCESS);
    return mem;
}

static void launch(const ocl_env *env, cl_kernel kernel, size_t items)
{
    assert_int_equal(
        clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
        CL_SUCCESS);
}

static void download(const ocl_env *env, cl_mem mem, size_t bytes, void *data)
{
    assert_int_equal(clEnqueueReadBuffer(env->queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL),
                     CL_SUCCESS);
}

// The listing for OpenCL 1.2: only the first and the last element of a chunk are compared.
static const char BINARY_SEARCH[] =
    "kernel void probe(global int *keys, global uint *input, uint numKeys, global int *output)\n"
    "{\n"
    "    int lBound = get_global_id(0) * 256, uBound = lBound + 255;\n"
    "    for (uint i = 0; i < numKeys; i++)\n"
    "        if (keys[i] >= input[lBound] && keys[i] <= input[uBound]) output[i] = lBound;\n"
    "}\n";

// The elements are 0, 2, 4, ...: 3 is not among them, and gets the place of its chunk.  511 lies
// between two chunks, and -1 is a large number: both keep what was in the output.
static void test_binary_search_finds_missing_keys(void **state)
{
    const ocl_env *env = *state;
    enum { CHUNKS = 2, COUNT = CHUNKS * 256, KEYS = 4, OLD = 12345 };
    cl_uint input[COUNT];
    for (cl_uint i = 0; i < COUNT; i++)
        input[i] = 2 * i;
    cl_int keys[KEYS] = { 514, 3, 511, -1 }, output[KEYS] = { OLD, OLD, OLD, OLD }, err;
    const cl_uint key_count = KEYS;
    cl_program program = build(env, BINARY_SEARCH, "-cl-std=CL1.2");
    cl_kernel kernel = clCreateKernel(program, "probe", &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_mem d_keys = upload(env, sizeof keys, keys), d_input = upload(env, sizeof input, input),
           d_output = upload(env, sizeof output, output);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_keys, &d_keys), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof d_input, &d_input), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 2, sizeof key_count, &key_count), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 3, sizeof d_output, &d_output), CL_SUCCESS);
    launch(env, kernel, CHUNKS);
    download(env, d_output, sizeof output, output);
    assert_int_equal(output[0], 256);    // there, in the second chunk
    assert_int_equal(output[1], 0);      // not there, and said to be in the first chunk
    assert_int_equal(output[2], OLD);
    assert_int_equal(output[3], OLD);

    clReleaseMemObject(d_output);
    clReleaseMemObject(d_input);
    clReleaseMemObject(d_keys);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// The listing of compare and exchange, with what does not compile mended.
static const char LINK[] =
    "kernel void probe(global int *list)\n"
    "{\n"
    "    int i = get_global_id(0) + 1, head = list[0];\n"
    "    if (i != get_global_size(0)) {\n"
    "        do list[i] = head;\n"
    "        while (!atomic_compare_exchange_strong_explicit((global atomic_int *)&list[0], "
    "&head,\n"
    "            i, memory_order_acq_rel, memory_order_acquire, memory_scope_device));\n"
    "    }\n"
    "}\n";

// N work-items insert N - 1 numbers: the last one leaves.
static void test_list_lacks_its_last_item(void **state)
{
    const ocl_env *env = *state;
    if (!ocl_has_feature(env->device, "__opencl_c_atomic_scope_device")) skip();
    enum { COUNT = 64 };
    cl_int list[COUNT + 1] = { 0 }, err;
    cl_program program = build(env, LINK, "-cl-std=CL3.0");
    cl_kernel kernel = clCreateKernel(program, "probe", &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_mem d_list = upload(env, sizeof list, list);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_list, &d_list), CL_SUCCESS);
    launch(env, kernel, COUNT);
    download(env, d_list, sizeof list, list);
    int length = 0;
    for (int at = list[0]; at > 0 && at <= COUNT && length <= COUNT; at = list[at]) {
        assert_int_not_equal(at, COUNT);
        length++;
    }
    assert_int_equal(length, COUNT - 1);

    clReleaseMemObject(d_list);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

static const char VARIABLES[] =
    "global uint a[LENGTH], b[LENGTH];\n"
    "kernel void fill(void) { size_t i = get_global_id(0); a[i] = i; b[i] = 2 * i; }\n"
    "kernel void add(global uint *sum)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    sum[i] = a[i] + b[i];\n"
    "}\n";

// Two variables that are as large as one may be: the limit is not that of their sum.
static void test_limit_is_for_each_variable(void **state)
{
    const ocl_env *env = *state;
    if (!ocl_has_feature(env->device, "__opencl_c_program_scope_global_variables")) skip();
    size_t most = 0, total = 0;
    assert_int_equal(
        clGetDeviceInfo(env->device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof most, &most, NULL),
        CL_SUCCESS);
    if (most > (1 << 20)) skip();    // a compiler may take long with such variables
    const size_t length = most / sizeof(cl_uint), bytes = length * sizeof(cl_uint);
    char options[64];
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DLENGTH=%zu", length);
    cl_program program = build(env, VARIABLES, options);
    assert_int_equal(clGetProgramBuildInfo(program, env->device,
                                           CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                           sizeof total, &total, NULL),
                     CL_SUCCESS);
    assert_true(total >= 2 * bytes && total > most);

    cl_int err;
    cl_kernel fill = clCreateKernel(program, "fill", &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_kernel add = clCreateKernel(program, "add", &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_uint *sum = calloc(length, sizeof *sum);
    assert_non_null(sum);
    cl_mem d_sum = upload(env, bytes, sum);
    assert_int_equal(clSetKernelArg(add, 0, sizeof d_sum, &d_sum), CL_SUCCESS);
    launch(env, fill, length);
    launch(env, add, length);
    download(env, d_sum, bytes, sum);
    for (size_t i = 0; i < length; i++)
        assert_int_equal(sum[i], 3 * i);

    clReleaseMemObject(d_sum);
    free(sum);
    clReleaseKernel(add);
    clReleaseKernel(fill);
    clReleaseProgram(program);
}

int main(int argc, char **argv)
{
    const ocl_options options = ocl_parse(argc, argv, &ABOUT, (ocl_options){ .n = { 1 } });
    ocl_env env = ocl_open(&options);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_binary_search_finds_missing_keys, &env),
        cmocka_unit_test_prestate(test_list_lacks_its_last_item, &env),
        cmocka_unit_test_prestate(test_limit_is_for_each_variable, &env),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    ocl_close(&env);
    return failures;
}
