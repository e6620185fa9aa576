// SPDX-License-Identifier: MIT
//
// preprocessor_double - exercise 1 of preprocessor: a third type.
//
//     cmake --build build --target exercise_preprocessor_double
//     build/exercises/preprocessor_double

#include "ocl.h"

enum { N = 1031, FIRST = 16777216 };    // above 2^24 a float cannot hold each whole number

static const char *SOURCE = "kernel void add_one(global TYPE *y)\n"
                            "{\n"
                            "    y[get_global_id(0)] += 1;\n"
                            "}\n";

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "preprocessor_double",
                              .summary = "One kernel file, built for double.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_fp64"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no double (cl_khr_fp64)");
    double y[N];
    for (size_t i = 0; i < N; i++)
        y[i] = FIRST + (double)i;

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    //: skeleton
    //: // Exercise 1 of preprocessor: the numbers in y are of another type.
    //: OCL_CHECK(clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2 -DTYPE=float", NULL, NULL));
    //: solution
    OCL_CHECK(clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2 -DTYPE=double", NULL, NULL));
    //: end
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "add_one", &err));
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof y, y);
    const size_t n = N;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));

    uint64_t got[N], ref[N];
    for (size_t i = 0; i < N; i++) {
        got[i] = y[i] >= 0.0 && y[i] < 1e9 ? (uint64_t)y[i] : 0;
        ref[i] = FIRST + i + 1;
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "numbers", ocl_verify_u64("numbers", got, ref, N));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
