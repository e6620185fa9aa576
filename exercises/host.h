// SPDX-License-Identifier: MIT
//
// host - what the programs of the host in course/ need besides their subject: a device, a kernel, a
// check of each call, and a comparison.  One file, so that such a program compiles alone:
//     cc -std=c11 -I exercises NAME.c -lOpenCL

#ifndef HOST_H
#define HOST_H

#define CL_TARGET_OPENCL_VERSION 120
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include <stdio.h>
#include <stdlib.h>

// CHECK: a call that returns its status.  CREATE: a call that makes an object, and writes its
// status to err.  Both end the program when the status is not CL_SUCCESS.
static cl_int err;
#define CHECK(call)  host_check_status((call), #call, __LINE__)
#define CREATE(call) host_check((call), #call, __LINE__)

static inline const char *host_error_name(void)
{
    switch (err) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
        return "CL_MEM_OBJECT_ALLOCATION_FAILURE";
    case CL_OUT_OF_RESOURCES:
        return "CL_OUT_OF_RESOURCES";
    case CL_BUILD_PROGRAM_FAILURE:
        return "CL_BUILD_PROGRAM_FAILURE";
    case CL_INVALID_VALUE:
        return "CL_INVALID_VALUE";
    case CL_INVALID_MEM_OBJECT:
        return "CL_INVALID_MEM_OBJECT";
    case CL_INVALID_KERNEL_NAME:
        return "CL_INVALID_KERNEL_NAME";
    case CL_INVALID_ARG_INDEX:
        return "CL_INVALID_ARG_INDEX";
    case CL_INVALID_ARG_VALUE:
        return "CL_INVALID_ARG_VALUE";
    case CL_INVALID_ARG_SIZE:
        return "CL_INVALID_ARG_SIZE";
    case CL_INVALID_KERNEL_ARGS:
        return "CL_INVALID_KERNEL_ARGS";
    case CL_INVALID_WORK_GROUP_SIZE:
        return "CL_INVALID_WORK_GROUP_SIZE";
    case CL_INVALID_WORK_ITEM_SIZE:
        return "CL_INVALID_WORK_ITEM_SIZE";
    case CL_INVALID_EVENT_WAIT_LIST:
        return "CL_INVALID_EVENT_WAIT_LIST";
    case CL_INVALID_EVENT:
        return "CL_INVALID_EVENT";
    case CL_INVALID_BUFFER_SIZE:
        return "CL_INVALID_BUFFER_SIZE";
    default:
        return "an error that CL/cl.h names";
    }
}

static inline void *host_check(void *object, const char *call, int line)
{
    if (err == CL_SUCCESS) return object;
    printf("line %d: %.*s: %s (%d)\n", line, 200, call, host_error_name(), (int)err);
    exit(3);
}

static inline void host_check_status(cl_int status, const char *call, int line)
{
    err = status;
    host_check(NULL, call, line);
}

// The first GPU, else the first device.
static inline cl_device_id host_device(void)
{
    const cl_device_type types[] = { CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL };
    cl_platform_id platforms[16];
    cl_uint count = 0;
    clGetPlatformIDs(16, platforms, &count);
    for (int t = 0; t < 2; t++)
        for (cl_uint p = 0; p < count && p < 16; p++) {
            cl_device_id device;
            if (clGetDeviceIDs(platforms[p], types[t], 1, &device, NULL) == CL_SUCCESS)
                return device;
        }
    printf("there is no OpenCL device\n");
    exit(4);
}

static inline cl_kernel host_kernel(cl_context context, cl_device_id device, const char *source,
                                    const char *name)
{
    cl_program program = CREATE(clCreateProgramWithSource(context, 1, &source, NULL, &err));
    if (clBuildProgram(program, 1, &device, NULL, NULL, NULL) != CL_SUCCESS) {
        static char log[4096];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        printf("the kernel does not build:\n%s\n", log);
        exit(3);
    }
    cl_kernel kernel = CREATE(clCreateKernel(program, name, &err));
    CHECK(clReleaseProgram(program));
    return kernel;
}

// The exit status of the program: 0 when all are right, else 1.
static inline int host_compare(const char *name, const cl_uint *got, const cl_uint *want, size_t n)
{
    size_t wrong = 0, first = 0;
    for (size_t i = 0; i < n; i++)
        if (got[i] != want[i] && wrong++ == 0) first = i;
    if (wrong == 0) return 0;
    printf("element %zu of %s is %u; wanted %u", first, name, (unsigned)got[first],
           (unsigned)want[first]);
    if (wrong > 1) printf(" (%zu of %zu are wrong)", wrong, n);
    printf("\n");
    return 1;
}

#endif
