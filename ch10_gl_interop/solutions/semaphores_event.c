// SPDX-License-Identifier: MIT
//
// semaphores_event - exercise 2 of semaphores: an event in place of a semaphore.
//: skeleton
//: // The second queue does nothing.
//: end
//
//     cmake --build build --target exercise_semaphores_event
//     build/exercises/semaphores_event

#include "ocl.h"

enum { N = 100003 };

static const char *SOURCE = "kernel void square(global uint *out, global const uint *in)\n"
                            "{\n"
                            "    size_t i = get_global_id(0);\n"
                            "    out[i] = in[i] * in[i];\n"
                            "}\n";

// Waits for `before`, if it is not NULL, and gives an event in `done`, if that is not NULL.
static void launch(cl_command_queue queue, cl_kernel square, cl_mem out, cl_mem in,
                   const cl_event *before, cl_event *done)
{
    const size_t global = N;
    OCL_CHECK(clSetKernelArg(square, 0, sizeof out, &out));
    OCL_CHECK(clSetKernelArg(square, 1, sizeof in, &in));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, square, 1, NULL, &global, NULL, before ? 1 : 0, before,
                                     done));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "semaphores_event",
                              .summary = "Two queues, and an event between them.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    static cl_uint x[N], y[N], ref[N];
    ocl_fill_u32(x, N, 1);
    for (size_t i = 0; i < N; i++)
        ref[i] = x[i] * x[i] * x[i] * x[i];

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel square = OCL_CREATE(clCreateKernel(program, "square", &err));
    cl_mem a = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof x, x);
    cl_mem b = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, NULL);
    cl_mem c = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, NULL);
    cl_command_queue first = OCL_CREATE(clCreateCommandQueue(env.context, env.device, 0, &err));
    cl_command_queue second = env.queue;

    // From a to b; from b to c.
    //: skeleton
    //: launch(first, square, b, a, NULL, NULL);
    //: OCL_CHECK(clFlush(first));
    //: // Exercise 2 of semaphores: launch it in `second`, from b to c, behind the first launch.
    //: OCL_CHECK(clEnqueueReadBuffer(second, c, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
    //: OCL_CHECK(clFinish(first));
    //: solution
    cl_event made;
    launch(first, square, b, a, NULL, &made);
    OCL_CHECK(clFlush(first));
    launch(second, square, c, b, &made, NULL);
    OCL_CHECK(clEnqueueReadBuffer(second, c, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
    //: end

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "powers", ocl_verify_u32("powers", y, ref, N));
    //: solution
    OCL_CHECK(clReleaseEvent(made));
    //: end
    OCL_CHECK(clReleaseCommandQueue(first));
    OCL_CHECK(clReleaseMemObject(c));
    OCL_CHECK(clReleaseMemObject(b));
    OCL_CHECK(clReleaseMemObject(a));
    OCL_CHECK(clReleaseKernel(square));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
