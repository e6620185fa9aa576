// SPDX-License-Identifier: MIT
//
// hello_add - exercise 3 of hello: the device adds two arrays.
//: skeleton
//: // The second array is missing, so the sums are wrong.
//: end
//
//     cc -std=c11 -Wall -Wextra -pedantic build/exercises/hello_add.c -o build/hello -lOpenCL
//     build/hello

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

// The device runs the kernel once for each number.  Each such run is a work-item with an id.
//: skeleton
//: // Exercise 3 of hello: give the kernel a second parameter, `global const int *y`, and add y[i].
//: static const char *SOURCE = "kernel void add(global int *x) {\n"
//:                             "    size_t i = get_global_id(0);\n"
//:                             "    x[i] = x[i];\n"
//:                             "}\n";
//: solution
static const char *SOURCE = "kernel void add(global int *x, global const int *y) {\n"
                            "    size_t i = get_global_id(0);\n"
                            "    x[i] = x[i] + y[i];\n"
                            "}\n";
//: end

// Calls that make an object write their status to err.  The other calls return their status.
static cl_int err;
static char said[1 << 14];    // by the compiler of the kernel
#define CREATE(call) check((call), #call)
#define CHECK(call)  (err = (call), check(NULL, #call))
static void *check(void *object, const char *call)
{
    if (err == CL_SUCCESS) return object;
    fprintf(stderr, "%shello: error %d, named in CL/cl.h: %s\n", said, (int)err, call);
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
    for (cl_uint p = 0; p < count && p < MAX_PLATFORMS && !device; p++)
        clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    if (!device) return fputs("hello: no OpenCL device: install pocl-opencl-icd\n", stderr), 4;

    // The context owns all that follows.  The command-queue takes the commands for the device.
    cl_context context = CREATE(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
    cl_command_queue queue = CREATE(clCreateCommandQueue(context, device, 0, &err));

    // The kernel is compiled now, for this device.
    cl_program program = CREATE(clCreateProgramWithSource(context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    if (err) clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof said, said, NULL);
    check(program, "clBuildProgram");
    cl_kernel kernel = CREATE(clCreateKernel(program, "add", &err));

    // A buffer is memory of the device.  This one begins as a copy of x.
    static int x[N], y[N], sums[N];
    for (int i = 0; i < N; i++)
        x[i] = 3 * i - 1000, y[i] = 7 * i + 1;
    cl_mem d_x = CREATE(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, &err));
    //: skeleton
    //: // Exercise 3 of hello: make a buffer d_y as a copy of y, with CL_MEM_READ_ONLY |
    //: // CL_MEM_COPY_HOST_PTR.  Give it to the kernel as argument 1, and release it at the end.
    //: solution
    const cl_mem_flags flags = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem d_y = CREATE(clCreateBuffer(context, flags, sizeof y, y, &err));
    //: end

    // One work-item per number.  The read waits until the kernel has finished (CL_TRUE).
    CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    //: solution
    CHECK(clSetKernelArg(kernel, 1, sizeof d_y, &d_y));
    //: end
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, (size_t[]){ N }, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, d_x, CL_TRUE, 0, sizeof x, sums, 0, NULL, NULL));

    // The answer is right if plain C finds the same for every number.
    int right = 0;
    for (int i = 0; i < N; i++)
        right += sums[i] == x[i] + y[i];
    fprintf(right == N ? stdout : stderr, "hello: %d of %d sums are right\n", right, N);
    //: solution
    CHECK(clReleaseMemObject(d_y));
    //: end
    CHECK(clReleaseMemObject(d_x));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    CHECK(clReleaseCommandQueue(queue));
    CHECK(clReleaseContext(context));
    return right == N ? 0 : 1;
}
