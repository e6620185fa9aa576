// SPDX-License-Identifier: MIT
//
// hello - a complete OpenCL program in one file: the device squares 10010 numbers.
//
//     cc -std=c11 -Wall -Wextra -pedantic hello.c -o hello -lOpenCL
//
// Shows   what every OpenCL program makes, in this order: device, context, command-queue, program,
//         kernel, buffer, launch, answer
// Uses    the calls of the OpenCL 1.2 host API for that, each one checked
// Try     hello; then change the kernel below, compile again, and see who complains

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 10010, MAX_PLATFORMS = 16, MAX_LOG = 16384 };

// The kernel runs on the device, once for each number.  Each such run is a work-item with an id.
static const char *SOURCE = "kernel void square(global int *x)\n"
                            "{\n"
                            "    size_t i = get_global_id(0);\n"
                            "    x[i] = x[i] * x[i];\n"
                            "}\n";

static void check(cl_int status, const char *call)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "hello: %s failed with error %d; CL/cl.h has its name\n", call, (int)status);
    exit(3);
}

// A platform is one installed OpenCL driver.  It may have no device.
static cl_device_id find_device(void)
{
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_device_id device;
    cl_uint count = 0;
    if (clGetPlatformIDs(MAX_PLATFORMS, platforms, &count) != CL_SUCCESS) count = 0;
    for (cl_uint p = 0; p < count && p < MAX_PLATFORMS; p++)
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS)
            return device;
    fprintf(stderr, "hello: no OpenCL device found; install the package pocl-opencl-icd\n");
    exit(4);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        fprintf(stderr, "hello: unknown argument '%s'; hello takes no arguments\n", argv[1]);
        return 2;
    }
    int x[N], squares[N];
    for (int i = 0; i < N; i++)
        x[i] = 3 * i - 1000;

    // The context owns all objects below.  The command-queue takes the commands for the device.
    cl_int err;
    cl_device_id device = find_device();
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    check(err, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
    check(err, "clCreateCommandQueue");

    // The program is compiled now, for this device.  The log has the compiler's messages.
    cl_program program = clCreateProgramWithSource(context, 1, &SOURCE, NULL, &err);
    check(err, "clCreateProgramWithSource");
    err = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    char log[MAX_LOG] = "";
    if (err == CL_BUILD_PROGRAM_FAILURE)
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fputs(log, stderr);
    check(err, "clBuildProgram");

    // A buffer is memory of the device.  This one begins as a copy of x.
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_mem d_x = clCreateBuffer(context, flags, sizeof x, x, &err);
    check(err, "clCreateBuffer");
    cl_kernel kernel = clCreateKernel(program, "square", &err);
    check(err, "clCreateKernel");
    check(clSetKernelArg(kernel, 0, sizeof d_x, &d_x), "clSetKernelArg");

    // One work-item per number.  The read waits until the kernel has finished (CL_TRUE).
    const size_t global = N;
    err = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    check(err, "clEnqueueNDRangeKernel");
    err = clEnqueueReadBuffer(queue, d_x, CL_TRUE, 0, sizeof squares, squares, 0, NULL, NULL);
    check(err, "clEnqueueReadBuffer");

    // The answer is right if plain C finds the same for every number.
    int right = 0;
    for (int i = 0; i < N; i++)
        right += squares[i] == x[i] * x[i];
    printf("Hello from the device: %d of %d squares are right\n", right, N);
    if (right < N) fprintf(stderr, "hello: the device's answer is wrong\n");

    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseMemObject(d_x), "clReleaseMemObject");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    check(clReleaseContext(context), "clReleaseContext");
    return right == N ? 0 : 1;
}
