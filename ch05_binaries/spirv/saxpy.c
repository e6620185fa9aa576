// SPDX-License-Identifier: MIT

#include "saxpy.h"

static void saxpy_ref(float *a, double alpha, const float *b, const float *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (float)(alpha * b[i] + c[i]);
}

spirv_saxpy spirv_saxpy_open(const ocl_env *env)
{
    const ocl_options *options = env->options;
    const double vector_bytes = sizeof(float) * (double)options->n[0];    // may not fit a size_t
    ocl_require_memory(env->device, vector_bytes, 3.0 * vector_bytes, 4.0 * vector_bytes);
    const size_t bytes = sizeof(float) * options->n[0];
    spirv_saxpy s = { .env = env, .n = options->n[0] };
    float **const arrays[] = { &s.a, &s.b, &s.c, &s.ref };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        *arrays[i] = ocl_alloc(bytes);
    ocl_fill_f32(s.b, s.n, -1.0f, 1.0f, options->seed);
    ocl_fill_f32(s.c, s.n, -1.0f, 1.0f, options->seed + 1);
    s.d_a = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    s.d_b = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, s.b);
    s.d_c = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, s.c);
    return s;
}

void spirv_saxpy_close(spirv_saxpy *s)
{
    OCL_CHECK(clReleaseMemObject(s->d_c));
    OCL_CHECK(clReleaseMemObject(s->d_b));
    OCL_CHECK(clReleaseMemObject(s->d_a));
    free(s->ref);
    free(s->c);
    free(s->b);
    free(s->a);
}

ocl_result spirv_saxpy_run(const spirv_saxpy *s, const char *what, cl_program program, float alpha,
                           ocl_times *times)
{
    const ocl_env *env = s->env;
    const cl_ulong n = s->n;
    const size_t bytes = sizeof(float) * s->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, SPIRV_SAXPY_KERNEL, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_a, &s->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof s->d_b, &s->d_b));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof s->d_c, &s->d_c));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    size_t local = ocl_local_size(kernel, env->device, 256), global = ocl_round_up(s->n, local);
    for (size_t run = 0; run <= (times ? env->options->repeat : 0); run++) {
        cl_event done;
        ocl_poison(env->queue, s->d_a, bytes);
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
        if (run > 0) ocl_times_add(times, ocl_event_ns(done, done));
        OCL_CHECK(clReleaseEvent(done));
    }
    OCL_CHECK(clEnqueueReadBuffer(env->queue, s->d_a, CL_TRUE, 0, bytes, s->a, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));

    // As in saxpy: product, sum and the reference's sum are each off by 2^-24 of their size at most.
    saxpy_ref(s->ref, alpha, s->b, s->c, s->n);
    const double product = fabs((double)alpha), sum = product + 1.0;
    return ocl_verify_f32(what, s->a, s->ref, s->n, (product + 2.0 * sum) / (1 << 24));
}
