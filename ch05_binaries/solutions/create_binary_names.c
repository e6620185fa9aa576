// SPDX-License-Identifier: MIT
//
// create_binary_names - exercise 2 of create_binary: which kernels does a binary have?
//: skeleton
//: // The question is missing, so the answer is an empty text.
//: end
//
//     cmake --build build --target exercise_create_binary_names
//     build/exercises/create_binary_names

#include "ocl.h"

static const char SOURCE[] = "kernel void one(global int *x) { *x = 1; }"
                             "kernel void two(global int *x) { *x = 2; }";

// The program's binary as a program again.
static cl_program through_binary(const ocl_env *env, cl_program program)
{
    size_t size;
    unsigned char *binary = ocl_program_binary(program, &size);
    if (!binary) ocl_exit(OCL_EXIT_SKIP, "this driver gives no binaries");
    const unsigned char *loaded = binary;
    cl_int err;
    cl_program again = OCL_CREATE(
        clCreateProgramWithBinary(env->context, 1, &env->device, &size, &loaded, NULL, &err));
    OCL_CHECK(clBuildProgram(again, 1, &env->device, NULL, NULL, NULL));
    free(binary);
    return again;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "create_binary_names",
                              .summary = "The names of the kernels in a binary.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    const char *source = SOURCE;
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &source, NULL, &err));
    OCL_CHECK(clBuildProgram(program, 1, &env.device, NULL, NULL, NULL));
    cl_program again = through_binary(&env, program);

    //: skeleton
    //: // Exercise 2 of create_binary: ask `again` for CL_PROGRAM_KERNEL_NAMES, first for its length.
    //: char *names = calloc(1, 1);
    //: if (!names) ocl_exit(OCL_EXIT_USAGE, "no memory");
    //: solution
    size_t bytes;
    OCL_CHECK(clGetProgramInfo(again, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &bytes));
    char *names = ocl_alloc(bytes);
    OCL_CHECK(clGetProgramInfo(again, CL_PROGRAM_KERNEL_NAMES, bytes, names, NULL));
    //: end

    // The order is the driver's.
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "names", names);
    const bool both = strcmp(names, "one;two") == 0 || strcmp(names, "two;one") == 0;
    ocl_report_result(report, "both names", ocl_verify_equal("both names", both, 1));
    free(names);
    OCL_CHECK(clReleaseProgram(again));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
