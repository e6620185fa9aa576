// SPDX-License-Identifier: MIT

#include "lesson.h"

enum { LOCAL = 64 };

lesson open_lesson(const ocl_env *env, size_t n)
{
    const double one = sizeof(cl_uint) * (double)n;
    ocl_require_memory(env->device, one, 5.0 * one, 7.0 * one);
    lesson l = { .env = env, .n = n, .bytes = n * sizeof(cl_uint) };
    uint32_t **const arrays[] = { &l.x, &l.z, &l.x1, &l.x2, &l.y };
    for (size_t a = 0; a < sizeof arrays / sizeof arrays[0]; a++)
        *arrays[a] = ocl_alloc(l.bytes);
    l.array = ocl_alloc(2 * l.bytes);
    ocl_fill_u32(l.x, n, env->options->seed);
    ocl_fill_u32(l.z, n, env->options->seed + 1);
    for (size_t i = 0; i < n; i++) {
        l.x1[i] = l.x[i] + 1;
        l.x2[i] = l.x[i] + 2;
    }

    cl_int err;
    l.d_z = ocl_buffer(env, CL_MEM_READ_ONLY, l.bytes, l.z);
    l.d_plain = ocl_buffer(env, CL_MEM_READ_WRITE, l.bytes, NULL);
    l.program = ocl_build(env, "buffer_flags_rules.cl", "-cl-std=CL1.2");
    l.copy = OCL_CREATE(clCreateKernel(l.program, "buffer_flags_rules_copy", &err));
    l.increment = OCL_CREATE(clCreateKernel(l.program, "buffer_flags_rules_increment", &err));
    return l;
}

void close_lesson(lesson *l)
{
    OCL_CHECK(clReleaseKernel(l->increment));
    OCL_CHECK(clReleaseKernel(l->copy));
    OCL_CHECK(clReleaseProgram(l->program));
    OCL_CHECK(clReleaseMemObject(l->d_plain));
    OCL_CHECK(clReleaseMemObject(l->d_z));
    uint32_t *const arrays[] = { l->x, l->z, l->x1, l->x2, l->y, l->array };
    for (size_t a = 0; a < sizeof arrays / sizeof arrays[0]; a++)
        free(arrays[a]);
}

static cl_int launch(const lesson *l, cl_kernel kernel)
{
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);
    return clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}

cl_int increment(const lesson *l, cl_mem buffer)
{
    const cl_ulong n = l->n;
    OCL_CHECK(clSetKernelArg(l->increment, 0, sizeof buffer, &buffer));
    OCL_CHECK(clSetKernelArg(l->increment, 1, sizeof n, &n));
    return launch(l, l->increment);
}

cl_int copy_by_kernel(const lesson *l, cl_mem to, cl_mem from)
{
    const cl_ulong n = l->n;
    OCL_CHECK(clSetKernelArg(l->copy, 0, sizeof to, &to));
    OCL_CHECK(clSetKernelArg(l->copy, 1, sizeof from, &from));
    OCL_CHECK(clSetKernelArg(l->copy, 2, sizeof n, &n));
    return launch(l, l->copy);
}

void get_contents(const lesson *l, cl_mem buffer)
{
    cl_command_queue queue = l->env->queue;
    ocl_poison_run(queue, l->d_plain, l->bytes, 0);
    OCL_CHECK(clEnqueueCopyBuffer(queue, buffer, l->d_plain, 0, 0, l->bytes, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_plain, CL_TRUE, 0, l->bytes, l->y, 0, NULL, NULL));
}

ocl_result verify_contents(const lesson *l, const char *what, cl_mem buffer, const uint32_t *ref)
{
    get_contents(l, buffer);
    return ocl_verify_u32(what, l->y, ref, l->n);
}
