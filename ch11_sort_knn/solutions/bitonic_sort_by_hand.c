// SPDX-License-Identifier: MIT
//
// bitonic_sort_by_hand - exercise 5 of bitonic_sort_ladder: 16, 15, ... 1 and other keys, in blocks
// that rise and fall in turn, shown after each pass.
//: skeleton
//: // So far all blocks rise, and the other keys do not become sorted.
//: end
//
//     cmake --build build --target exercise_bitonic_sort_by_hand
//     build/exercises/bitonic_sort_by_hand

#include "ocl.h"

enum { N = 16 };

// A pair of keys per work-item.  Blocks of `block` keys become sorted: the first one rises, the
// second one falls, and so on.
//: skeleton
//: static const char *SOURCE =
//:     // Exercise 5 of bitonic_sort_ladder: which blocks fall?
//:     "kernel void pass(global uint *keys, uint block, uint stride)\n"
//:     "{\n"
//:     "    uint pair = get_global_id(0), at = pair % stride;\n"
//:     "    uint left = 2 * (pair - at) + at, right = left + stride;\n"
//:     "    bool falls = false;\n"
//:     "    uint a = keys[left], b = keys[right];\n"
//:     "    keys[left] = falls ? max(a, b) : min(a, b);\n"
//:     "    keys[right] = falls ? min(a, b) : max(a, b);\n"
//:     "}\n";
//: solution
static const char *SOURCE = "kernel void pass(global uint *keys, uint block, uint stride)\n"
                            "{\n"
                            "    uint pair = get_global_id(0), at = pair % stride;\n"
                            "    uint left = 2 * (pair - at) + at, right = left + stride;\n"
                            "    bool falls = left / block % 2 == 1;\n"
                            "    uint a = keys[left], b = keys[right];\n"
                            "    keys[left] = falls ? max(a, b) : min(a, b);\n"
                            "    keys[right] = falls ? min(a, b) : max(a, b);\n"
                            "}\n";
//: end

static void show_keys(ocl_table *table, cl_uint block, cl_uint stride, const cl_uint keys[N])
{
    ocl_growing text = { 0 };
    for (size_t i = 0; i < N; i++)
        ocl_append_format(&text, "%s%3u", i > 0 && i % block == 0 ? " |" : "", keys[i]);
    ocl_table_row(table, "%5u %6u  %s", block, stride, text.text);
    free(text.text);
}

// Sorts the keys on the device, reads them after each pass, and shows them.
static void sort(const ocl_env *env, ocl_report *report, cl_kernel kernel, const char *name,
                 cl_uint keys[N])
{
    cl_uint ref[N];
    for (cl_uint i = 0; i < N; i++)
        ref[i] = i + 1;
    cl_mem d_keys = ocl_buffer(env, CL_MEM_READ_WRITE, N * sizeof *keys, keys);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_keys, &d_keys));
    ocl_table passes = ocl_table_open(report, name, "block, stride, keys");
    const size_t pairs = N / 2;
    for (cl_uint block = 2; block <= N; block *= 2)
        for (cl_uint stride = block / 2; stride > 0; stride /= 2) {
            OCL_CHECK(clSetKernelArg(kernel, 1, sizeof block, &block));
            OCL_CHECK(clSetKernelArg(kernel, 2, sizeof stride, &stride));
            OCL_CHECK(
                clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &pairs, NULL, 0, NULL, NULL));
            OCL_CHECK(clEnqueueReadBuffer(env->queue, d_keys, CL_TRUE, 0, N * sizeof *keys, keys, 0,
                                          NULL, NULL));
            show_keys(&passes, block, stride, keys);
        }
    ocl_report_result(report, name, ocl_verify_u32(name, keys, ref, N));
    OCL_CHECK(clReleaseMemObject(d_keys));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bitonic_sort_by_hand",
                              .summary = "16 keys after each pass.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "pass", &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    cl_uint falling[N], mixed[N];
    for (cl_uint i = 0; i < N; i++) {
        falling[i] = N - i;
        mixed[i] = 5 * i % N + 1;    // each number once
    }
    sort(&env, report, kernel, "16, 15, ... 1", falling);
    sort(&env, report, kernel, "mixed", mixed);

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
