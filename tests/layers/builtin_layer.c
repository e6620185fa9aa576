// SPDX-License-Identifier: MIT
//
// An OpenCL layer that gives every device a built-in kernel, pocl.add.i8: few drivers have one that
// runs.
//
//     OPENCL_LAYERS=.../libbuiltin_layer.so builtin_kernels
//
// The kernel is made from source and needs a build, as PoCL's do.  With OCL_TEST_BUILT=1 it needs
// none, as the specification has it.

#include "layer.h"

#include <stdlib.h>

static const char NAME[] = "pocl.add.i8";

static const char *SOURCE = "kernel void pocl_add_i8(global const char *a, global const char *b,"
                            "                        global char *sum)"
                            "{"
                            "    size_t i = get_global_id(0);"
                            "    sum[i] = a[i] + b[i];"
                            "}";

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info query, size_t room,
                                          void *value, size_t *bytes)
{
    static const char names[] = "some.other;pocl.add.i8";
    if (query != CL_DEVICE_BUILT_IN_KERNELS)
        return target.clGetDeviceInfo(device, query, room, value, bytes);
    return layer_answer(names, sizeof names, room, value, bytes);
}

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count,
                                             const cl_device_id *devices, const char *names,
                                             cl_int *err)
{
    if (count == 0 || !devices || !names || strcmp(names, NAME) != 0) {
        *err = CL_INVALID_VALUE;
        return NULL;
    }
    cl_program program = target.clCreateProgramWithSource(context, 1, &SOURCE, NULL, err);
    if (program && getenv("OCL_TEST_BUILT"))
        *err = target.clBuildProgram(program, count, devices, "", NULL, NULL);
    return program;
}

// The name is not one that a function in OpenCL C can have.
static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *err)
{
    return target.clCreateKernel(program, strcmp(name, NAME) == 0 ? "pocl_add_i8" : name, err);
}

static const char *layer_name(void)
{
    return "built-in kernels";
}

static void layer_wrap(void)
{
    layer.clGetDeviceInfo = get_device_info;
    layer.clCreateProgramWithBuiltInKernels = create_program;
    layer.clCreateKernel = create_kernel;
}
