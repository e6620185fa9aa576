// SPDX-License-Identifier: MIT

#include "buffer_flags/numbers.h"

enum { LOCAL = 64 };

numbers open_numbers(const ocl_env *env, size_t n)
{
    const double one = sizeof(cl_uint) * (double)n;
    ocl_require_memory(env->device, one, 5.0 * one, 7.0 * one);
    numbers s = { .env = env, .n = n, .bytes = n * sizeof(cl_uint) };
    uint32_t **const arrays[] = { &s.x, &s.z, &s.x1, &s.x2, &s.y };
    for (size_t a = 0; a < sizeof arrays / sizeof arrays[0]; a++)
        *arrays[a] = ocl_alloc(s.bytes);
    s.array = ocl_alloc(2 * s.bytes);
    ocl_fill_u32(s.x, n, env->options->seed);
    ocl_fill_u32(s.z, n, env->options->seed + 1);
    for (size_t i = 0; i < n; i++) {
        s.x1[i] = s.x[i] + 1;
        s.x2[i] = s.x[i] + 2;
    }

    cl_int err;
    s.d_z = ocl_buffer(env, CL_MEM_READ_ONLY, s.bytes, s.z);
    s.d_plain = ocl_buffer(env, CL_MEM_READ_WRITE, s.bytes, NULL);
    s.program = ocl_build(env, "buffer_flags.cl", "-cl-std=CL1.2");
    s.copy = OCL_CREATE(clCreateKernel(s.program, "buffer_flags_copy", &err));
    s.increment = OCL_CREATE(clCreateKernel(s.program, "buffer_flags_increment", &err));
    return s;
}

void close_numbers(numbers *s)
{
    OCL_CHECK(clReleaseKernel(s->increment));
    OCL_CHECK(clReleaseKernel(s->copy));
    OCL_CHECK(clReleaseProgram(s->program));
    OCL_CHECK(clReleaseMemObject(s->d_plain));
    OCL_CHECK(clReleaseMemObject(s->d_z));
    uint32_t *const arrays[] = { s->x, s->z, s->x1, s->x2, s->y, s->array };
    for (size_t a = 0; a < sizeof arrays / sizeof arrays[0]; a++)
        free(arrays[a]);
}

static cl_int launch(const numbers *s, cl_kernel kernel)
{
    const size_t local = ocl_local_size(kernel, s->env->device, LOCAL);
    const size_t global = ocl_round_up(s->n, local);
    return clEnqueueNDRangeKernel(s->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}

cl_int increment(const numbers *s, cl_mem buffer)
{
    const cl_ulong n = s->n;
    OCL_CHECK(clSetKernelArg(s->increment, 0, sizeof buffer, &buffer));
    OCL_CHECK(clSetKernelArg(s->increment, 1, sizeof n, &n));
    return launch(s, s->increment);
}

cl_int copy_by_kernel(const numbers *s, cl_mem to, cl_mem from)
{
    const cl_ulong n = s->n;
    OCL_CHECK(clSetKernelArg(s->copy, 0, sizeof to, &to));
    OCL_CHECK(clSetKernelArg(s->copy, 1, sizeof from, &from));
    OCL_CHECK(clSetKernelArg(s->copy, 2, sizeof n, &n));
    return launch(s, s->copy);
}

void get_contents(const numbers *s, cl_mem buffer)
{
    cl_command_queue queue = s->env->queue;
    OCL_CHECK(clEnqueueCopyBuffer(queue, buffer, s->d_plain, 0, 0, s->bytes, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, s->d_plain, CL_TRUE, 0, s->bytes, s->y, 0, NULL, NULL));
}

ocl_result verify_contents(const numbers *s, const char *what, cl_mem buffer, const uint32_t *ref)
{
    get_contents(s, buffer);
    return ocl_verify_u32(what, s->y, ref, s->n);
}
