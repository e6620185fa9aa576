// SPDX-License-Identifier: MIT

#include "remainder.h"

enum { GROUP = 64, REMAINDER = 36 };

#ifndef CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT
#define CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT 0x1065
#endif

typedef struct {
    const ocl_env *env;
    size_t group, items;    // items: of a whole group and a part of one
    cl_mem d_out;
} example;

// The language whose programs may have work-groups of different sizes; NULL: this device has none.
static const char *non_uniform_standard(cl_device_id device)
{
    const int version = ocl_device_version(device);
    if (version < 20) return NULL;
    if (version < 30) return "CL2.0";
    return ocl_device_number(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT) ? "CL3.0" : NULL;
}

static cl_kernel make_kernel(const example *x, cl_program program)
{
    const cl_ulong n = x->items;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "occupancy_shape", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof x->d_out, &x->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));
    return kernel;
}

// Launches `global` work-items.  Each must find its work-group as large as it is.
static ocl_result check_launch(const example *x, cl_kernel kernel, size_t global)
{
    const size_t bytes = x->items * sizeof(cl_uint);
    uint32_t *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < x->items; i++) {
        const size_t begin = i / x->group * x->group, left = global - begin;
        ref[i] = (uint32_t)(left < x->group ? left : x->group);
    }
    ocl_poison_run(x->env->queue, x->d_out, bytes, 0);
    OCL_CHECK(
        clEnqueueNDRangeKernel(x->env->queue, kernel, 1, NULL, &global, &x->group, 0, NULL, NULL));
    const ocl_result result = ocl_verify_buffer(x->env, "sizes", x->d_out, ref, bytes);
    free(ref);
    return result;
}

static void report_refused(const example *x, ocl_report *report, cl_kernel kernel)
{
    const ocl_refusal refusals[] = {
        { .mistake = "OpenCL C 1.2: work-groups that do not divide the work",
          .got = clEnqueueNDRangeKernel(x->env->queue, kernel, 1, NULL, &x->items, &x->group, 0,
                                        NULL, NULL),
          .want = CL_INVALID_WORK_GROUP_SIZE },
    };
    ocl_report_refusals(report, x->env->device, refusals, sizeof refusals / sizeof refusals[0]);
}

static void report_non_uniform(const example *x, ocl_report *report, const char *standard)
{
    cl_program program =
        ocl_build(x->env, "occupancy.cl", "-cl-std=%s -DACCUMULATORS=1 -DSTEPS=1", standard);
    cl_kernel kernel = make_kernel(x, program);
    ocl_report_result(report, "non-uniform: a group of the rest",
                      check_launch(x, kernel, x->items));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

void report_remainder(const ocl_env *env, ocl_report *report)
{
    cl_program program = ocl_build(env, "occupancy.cl", "-cl-std=CL1.2 -DACCUMULATORS=1 -DSTEPS=1");
    cl_int err;
    cl_kernel any = OCL_CREATE(clCreateKernel(program, "occupancy_shape", &err));
    example x = { .env = env, .group = ocl_local_size(any, env->device, GROUP) };
    OCL_CHECK(clReleaseKernel(any));
    if (x.group < 2)
        ocl_report_note(report, "Every work-group has one work-item here: there is no remainder.");
    else {
        x.items = x.group + x.group * REMAINDER / GROUP;    // less than two groups
        x.d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, x.items * sizeof(cl_uint), NULL);
        cl_kernel kernel = make_kernel(&x, program);
        ocl_report_result(report, "rounded up, with a guard",
                          check_launch(&x, kernel, 2 * x.group));
        const char *standard = non_uniform_standard(env->device);
        if (standard)
            report_non_uniform(&x, report, standard);
        else
            ocl_report_note(report, "This device has no non-uniform work-groups.");
        report_refused(&x, report, kernel);
        OCL_CHECK(clReleaseKernel(kernel));
        OCL_CHECK(clReleaseMemObject(x.d_out));
    }
    OCL_CHECK(clReleaseProgram(program));
}
