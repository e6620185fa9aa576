// SPDX-License-Identifier: MIT
//
// semaphores_three - exercise 1 of semaphores: three queues, one behind the other.
//: skeleton
//: // The second one does nothing.
//: end
//
//     cmake --build build --target exercise_semaphores_three

#include "ocl.h"

#include "shared/semaphore_api.h"

enum { N = 100003 };

static const char *SOURCE = "kernel void square(global uint *out, global const uint *in)\n"
                            "{\n"
                            "    size_t i = get_global_id(0);\n"
                            "    out[i] = in[i] * in[i];\n"
                            "}\n";

static void launch(cl_command_queue queue, cl_kernel square, cl_mem out, cl_mem in)
{
    const size_t global = N;
    OCL_CHECK(clSetKernelArg(square, 0, sizeof out, &out));
    OCL_CHECK(clSetKernelArg(square, 1, sizeof in, &in));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, square, 1, NULL, &global, NULL, 0, NULL, NULL));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "semaphores_three",
                              .summary = "Three queues, one behind the other.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_semaphore"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_semaphore");
    const semaphore_api api = load_semaphore_api(env.platform);
    static cl_uint x[N], y[N], ref[N];
    ocl_fill_u32(x, N, 1);
    for (size_t i = 0; i < N; i++)
        ref[i] = x[i] * x[i] * x[i] * x[i] * x[i] * x[i] * x[i] * x[i];

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel square = OCL_CREATE(clCreateKernel(program, "square", &err));
    cl_mem a = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof x, x);
    cl_mem b = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, NULL);
    cl_mem c = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, NULL);
    cl_command_queue first = OCL_CREATE(clCreateCommandQueue(env.context, env.device, 0, &err));
    cl_command_queue second = OCL_CREATE(clCreateCommandQueue(env.context, env.device, 0, &err));
    cl_mem d = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, NULL);
    const cl_semaphore_properties_khr properties[] = { CL_SEMAPHORE_TYPE_KHR,
                                                       CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
    cl_semaphore_khr ready[2];
    for (int k = 0; k < 2; k++)
        ready[k] =
            OCL_CREATE(api.clCreateSemaphoreWithPropertiesKHR(env.context, properties, &err));

    // From a to b; from b to c; from c to d.
    launch(first, square, b, a);
    OCL_CHECK(api.clEnqueueSignalSemaphoresKHR(first, 1, &ready[0], NULL, 0, NULL, NULL));
    OCL_CHECK(clFlush(first));
    //: skeleton
    //: // Exercise 1 of semaphores: `second` waits for `first`, and the third queue for `second`.
    //: OCL_CHECK(clFinish(first));
    //: solution
    OCL_CHECK(api.clEnqueueWaitSemaphoresKHR(second, 1, &ready[0], NULL, 0, NULL, NULL));
    launch(second, square, c, b);
    OCL_CHECK(api.clEnqueueSignalSemaphoresKHR(second, 1, &ready[1], NULL, 0, NULL, NULL));
    OCL_CHECK(clFlush(second));
    OCL_CHECK(api.clEnqueueWaitSemaphoresKHR(env.queue, 1, &ready[1], NULL, 0, NULL, NULL));
    //: end
    launch(env.queue, square, d, c);
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "powers", ocl_verify_u32("powers", y, ref, N));
    for (int k = 0; k < 2; k++)
        OCL_CHECK(api.clReleaseSemaphoreKHR(ready[k]));
    OCL_CHECK(clReleaseMemObject(d));
    OCL_CHECK(clReleaseCommandQueue(second));
    OCL_CHECK(clReleaseCommandQueue(first));
    OCL_CHECK(clReleaseMemObject(c));
    OCL_CHECK(clReleaseMemObject(b));
    OCL_CHECK(clReleaseMemObject(a));
    OCL_CHECK(clReleaseKernel(square));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
