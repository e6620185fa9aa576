// SPDX-License-Identifier: MIT

#include "one_launch.h"

#include "timed.h"

one_launch one_launch_open(const ocl_env *env, cl_program program, const char *name,
                           const size_t extents[2], void *out, size_t bytes)
{
    cl_int err;
    one_launch l = { .env = env, .out = out, .bytes = bytes };
    l.kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    l.d_out = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    OCL_CHECK(clSetKernelArg(l.kernel, 0, sizeof l.d_out, &l.d_out));
    const size_t line[2] = { 64, 1 }, tile[2] = { 16, 8 };
    ocl_local_size_2d(l.kernel, env->device, extents[1] == 1 ? line : tile, l.local);
    for (int d = 0; d < 2; d++)
        l.global[d] = ocl_round_up(extents[d], l.local[d]);
    return l;
}

void one_launch_close(one_launch *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_out));
    OCL_CHECK(clReleaseKernel(l->kernel));
}

void one_launch_forget(void *what, size_t round)
{
    const one_launch *l = what;
    memset(l->out, ocl_poison_byte(round), l->bytes);
}

void one_launch_poison(void *what, size_t round)
{
    const one_launch *l = what;
    ocl_poison_run(l->env->queue, l->d_out, l->bytes, round);
}

void one_launch_run(void *what)
{
    const one_launch *l = what;
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernel, 2, NULL, l->global, l->local, 0,
                                     NULL, NULL));
    OCL_CHECK(clFinish(l->env->queue));
}

static void enqueue(void *what, cl_event *done)
{
    const one_launch *l = what;
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernel, 2, NULL, l->global, l->local, 0,
                                     NULL, done));
}

double one_launch_ns(one_launch *l, size_t runs)
{
    return ocl_is_cpu(l->env->device) ? timed_alone_ns(l->env->queue, enqueue, l)
                                      : timed_queued_ns(enqueue, l, 0, runs);
}

void one_launch_read(const one_launch *l)
{
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_out, CL_TRUE, 0, l->bytes, l->out, 0, NULL, NULL));
}
