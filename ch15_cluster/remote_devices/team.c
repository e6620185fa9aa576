// SPDX-License-Identifier: MIT

#include "team.h"

static void open_worker(const team *t, worker *w, size_t bytes)
{
    cl_int err;
    w->queue =
        OCL_CREATE(clCreateCommandQueue(t->context, w->device, CL_QUEUE_PROFILING_ENABLE, &err));
    w->kernel = OCL_CREATE(clCreateKernel(t->program, "remote_devices", &err));
    w->d_y = OCL_CREATE(clCreateBuffer(t->context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    w->d_x = OCL_CREATE(clCreateBuffer(t->context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    OCL_CHECK(clSetKernelArg(w->kernel, 0, sizeof w->d_y, &w->d_y));
    OCL_CHECK(clSetKernelArg(w->kernel, 1, sizeof w->d_x, &w->d_x));
}

static void build(team *t, const ocl_options *opt, const cl_device_id *devices)
{
    const char *name = "remote_devices.cl";
    char *source = ocl_load_source(opt, name);
    const char *text = source;
    cl_int err;
    t->program = OCL_CREATE(clCreateProgramWithSource(t->context, 1, &text, NULL, &err));
    err = clBuildProgram(t->program, t->count, devices, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(t->program, opt->kernel ? opt->kernel : name, "clBuildProgram", err);
    free(source);
}

team team_open(const ocl_env *env, size_t bytes)
{
    team t;
    cl_int err;
    cl_device_id *devices =
        ocl_devices_beside(env->platform, env->device, CL_DEVICE_TYPE_ALL, &t.count);
    t.count = (cl_uint)ocl_smaller(t.count, MAX_DEVICES);
    t.context = OCL_CREATE(clCreateContext(NULL, t.count, devices, NULL, NULL, &err));
    build(&t, env->options, devices);
    for (cl_uint k = 0; k < t.count; k++) {
        t.workers[k] = (worker){ .device = devices[k] };
        open_worker(&t, &t.workers[k], bytes);
    }
    free(devices);
    return t;
}

void team_close(const team *t)
{
    for (cl_uint k = t->count; k-- > 0;) {
        const worker *w = &t->workers[k];
        OCL_CHECK(clReleaseMemObject(w->d_x));
        OCL_CHECK(clReleaseMemObject(w->d_y));
        OCL_CHECK(clReleaseKernel(w->kernel));
        OCL_CHECK(clReleaseCommandQueue(w->queue));
    }
    OCL_CHECK(clReleaseProgram(t->program));
    OCL_CHECK(clReleaseContext(t->context));
}
