// SPDX-License-Identifier: MIT
//
// reduce_operations_argmax - exercise 2 of reduce_operations: where is the largest element?
//: skeleton
//: // The program still looks for the smallest one.
//: solution
// Of equal ones the first wins.
//: end
//
//     cmake --build build --target exercise_reduce_operations_argmax
//     build/exercises/reduce_operations_argmax

#include "ocl.h"

enum { N = 100003, ITEMS = 256 };

// VALUE, MERGE and NEUTRAL are those of kernels/reduce_operations.cl.  Work-item k merges every
// ITEMS-th element from place k on, and the host merges what the work-items found.
//: skeleton
//: static const char *SOURCE =
//:     // Exercise 2 of reduce_operations: an operation for the largest element.
//:     "#define VALUE(x, i) ((ulong)(x) << 32 | (uint)(i))\n"
//:     "#define MERGE(a, b) min(a, b)\n"
//:     "#define NEUTRAL ULONG_MAX\n"
//:     "kernel void argmax(global ulong *parts, global const uint *x, uint n)\n"
//:     "{\n"
//:     "    ulong merged = NEUTRAL;\n"
//:     "    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))\n"
//:     "        merged = MERGE(merged, VALUE(x[i], i));\n"
//:     "    parts[get_global_id(0)] = merged;\n"
//:     "}\n";
//: solution
static const char *SOURCE =
    "#define VALUE(x, i) ((ulong)(x) << 32 | (uint)~(uint)(i))\n"
    "#define MERGE(a, b) max(a, b)\n"
    "#define NEUTRAL 0ul\n"
    "kernel void argmax(global ulong *parts, global const uint *x, uint n)\n"
    "{\n"
    "    ulong merged = NEUTRAL;\n"
    "    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))\n"
    "        merged = MERGE(merged, VALUE(x[i], i));\n"
    "    parts[get_global_id(0)] = merged;\n"
    "}\n";
//: end

// The place of the largest element, from the values of all work-items.
static cl_uint place_of(const cl_ulong parts[ITEMS])
{
    cl_ulong merged = parts[0];
    //: skeleton
    //: for (int k = 1; k < ITEMS; k++)
    //:     if (parts[k] < merged) merged = parts[k];    // Exercise 2 of reduce_operations: and here
    //: return (cl_uint)merged;
    //: solution
    for (int k = 1; k < ITEMS; k++)
        if (parts[k] > merged) merged = parts[k];
    return ~(cl_uint)merged;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "reduce_operations_argmax",
                              .summary = "The place of the largest element.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    // Few different elements, so the largest one is there many times.
    static cl_uint x[N];
    const cl_uint n = N;
    cl_uint ref = 0;
    ocl_fill_u32(x, N, 1);
    for (cl_uint i = 0; i < N; i++) {
        x[i] %= 1000;
        if (x[i] > x[ref]) ref = i;
    }

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "argmax", &err));
    cl_ulong parts[ITEMS];
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof x, x);
    cl_mem d_parts = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof parts, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_parts, &d_parts));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));

    const size_t global = ITEMS;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_parts, CL_TRUE, 0, sizeof parts, parts, 0, NULL, NULL));
    const cl_uint place = place_of(parts);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "argmax", ocl_verify_u32("place", &place, &ref, 1));

    OCL_CHECK(clReleaseMemObject(d_parts));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
