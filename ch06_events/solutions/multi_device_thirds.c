// SPDX-License-Identifier: MIT
//
// multi_device_thirds - exercise 2 of multi_device: one queue gets twice as much work.
//
//     cmake --build build --target exercise_multi_device_thirds
//     build/exercises/multi_device_thirds

#include "ocl.h"

enum { N = 100003 };

static const char *SOURCE = "kernel void square(global uint *x, uint n)\n"
                            "{\n"
                            "    uint i = get_global_id(0);\n"
                            "    if (i < n) x[i] = x[i] * x[i] + 1;\n"
                            "}\n";

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "multi_device_thirds",
                              .summary = "Two queues share numbers, one third and two thirds.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    static cl_uint x[N], ref[N];
    ocl_fill_u32(x, N, 1);
    for (size_t i = 0; i < N; i++)
        ref[i] = x[i] * x[i] + 1;

    //: skeleton
    //: // Exercise 2 of multi_device: a third for queue 0, two thirds for queue 1, and all numbers.
    //: const size_t first[2] = { 0, N / 2 }, count[2] = { N / 2, N / 2 };
    //: solution
    // What the division leaves over belongs to queue 1.
    const size_t first[2] = { 0, N / 3 }, count[2] = { N / 3, N - N / 3 };
    //: end

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "square", &err));
    cl_command_queue queues[2];
    cl_mem d_x[2];
    for (size_t q = 0; q < 2; q++) {
        const size_t bytes = count[q] * sizeof *x;
        queues[q] = OCL_CREATE(clCreateCommandQueue(env.context, env.device, 0, &err));
        d_x[q] = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, bytes, NULL, &err));
        OCL_CHECK(clEnqueueWriteBuffer(queues[q], d_x[q], CL_FALSE, 0, bytes, x + first[q], 0, NULL,
                                       NULL));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x[q], &d_x[q]));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_uint), &(cl_uint){ (cl_uint)count[q] }));
        OCL_CHECK(
            clEnqueueNDRangeKernel(queues[q], kernel, 1, NULL, &count[q], NULL, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(queues[q], d_x[q], CL_FALSE, 0, bytes, x + first[q], 0, NULL,
                                      NULL));
        OCL_CHECK(clFlush(queues[q]));
    }
    for (size_t q = 0; q < 2; q++)
        OCL_CHECK(clFinish(queues[q]));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "share of queue 0",
                      ocl_verify_equal("a third", (long long)count[0], N / 3));
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", x, ref, N));

    for (size_t q = 0; q < 2; q++) {
        OCL_CHECK(clReleaseMemObject(d_x[q]));
        OCL_CHECK(clReleaseCommandQueue(queues[q]));
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
