// SPDX-License-Identifier: MIT
//
// hello_offset - exercise 4 of hello: the device squares the second half of the numbers only.
//: skeleton
//: // Now it squares all.
//: end
//
//     cc -std=c11 -Wall -Wextra -pedantic build/exercises/hello_offset.c -o build/hello -lOpenCL
//     build/hello

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

// The device runs the kernel once for each number.  Each such run is a work-item with an id.
static const char *SOURCE = "kernel void square(global int *x) {\n"
                            "    size_t i = get_global_id(0);\n"
                            "    x[i] = x[i] * x[i];\n"
                            "}\n";

// Each call of OpenCL has a status: 0, which is CL_SUCCESS, or a negative number.
static void check(cl_int status, const char *call)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "hello: error %d, named in CL/cl.h: %s\n", (int)status, call);
    exit(3);
}

int main(void)
{
    enum { N = 10010, MAX_PLATFORMS = 16 };
    // A platform is an installed OpenCL driver.  The first device of any platform will do.
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_device_id device = NULL;
    cl_uint count = 0;
    clGetPlatformIDs(MAX_PLATFORMS, platforms, &count);
    for (cl_uint p = 0; p < count && p < MAX_PLATFORMS && device == NULL; p++)
        clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    if (device == NULL) {
        fprintf(stderr, "hello: no OpenCL device: install pocl-opencl-icd\n");
        return 4;
    }
    char name[256];
    check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL), "clGetDeviceInfo");
    printf("hello: the device is %s\n", name);

    // The context owns all that follows.  The command-queue takes the commands for the device.
    // Calls that make an object return the object, and give their status to err.
    cl_int err;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    check(err, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
    check(err, "clCreateCommandQueue");

    // The kernel is compiled now, for this device.  If it cannot be, the compiler says why.
    cl_program program = clCreateProgramWithSource(context, 1, &SOURCE, NULL, &err);
    check(err, "clCreateProgramWithSource");
    err = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    if (err != CL_SUCCESS) {
        static char said[1 << 16] = "a log of more than 64 KiB";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof said, said, NULL);
        fprintf(stderr, "%s\n", said);
    }
    check(err, "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "square", &err);
    check(err, "clCreateKernel");

    // A buffer is memory of the device.  This one begins as a copy of x.  There is no 0 and no 1 in
    // x, so each square is another number.
    static int x[N], squares[N];
    for (int i = 0; i < N; i++)
        x[i] = 3 * i - 1000;
    cl_mem d_x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, &err);
    check(err, "clCreateBuffer");

    // One work-item per number.  The read waits until the kernel has finished (CL_TRUE).
    //: skeleton
    //: // Exercise 4 of hello: which id is the first one, and how many work-items are there?
    //: const size_t first = 0, n = N;
    //: solution
    const size_t first = N / 2, n = N - N / 2;
    //: end
    check(clSetKernelArg(kernel, 0, sizeof d_x, &d_x), "clSetKernelArg");
    err = clEnqueueNDRangeKernel(queue, kernel, 1, &first, &n, NULL, 0, NULL, NULL);
    check(err, "clEnqueueNDRangeKernel");
    err = clEnqueueReadBuffer(queue, d_x, CL_TRUE, 0, sizeof x, squares, 0, NULL, NULL);
    check(err, "clEnqueueReadBuffer");

    // The answer is right if plain C finds the same for every number.
    int right = 0;
    for (int i = 0; i < N; i++)
        right += squares[i] == (i < N / 2 ? x[i] : x[i] * x[i]);
    printf("hello: %d of %d numbers are right\n", right, N);

    check(clReleaseMemObject(d_x), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    check(clReleaseContext(context), "clReleaseContext");
    if (right < N) {
        fprintf(stderr, "hello: the answer is wrong\n");
        return 1;
    }
    return 0;
}
