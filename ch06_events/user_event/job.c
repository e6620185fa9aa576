// SPDX-License-Identifier: MIT

#include "job.h"

enum { FACTOR = 3 };

static void user_event_ref(cl_uint *y, const cl_uint *x, cl_uint a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

user_event_data user_event_data_new(size_t n, uint64_t seed)
{
    const size_t bytes = n * sizeof(cl_uint);
    user_event_data data = { n, ocl_alloc(bytes), ocl_alloc(bytes), ocl_alloc(bytes),
                             ocl_alloc(bytes) };
    ocl_fill_u32(data.x, n, seed);
    ocl_fill_u32(data.y, n, seed + 1);
    memcpy(data.ref, data.y, bytes);
    user_event_ref(data.ref, data.x, FACTOR, n);
    return data;
}

void user_event_data_free(user_event_data *data)
{
    free(data->untouched);
    free(data->ref);
    free(data->y);
    free(data->x);
}

user_event_job user_event_job_new(const ocl_env *env, cl_program program,
                                  const user_event_data *data)
{
    const size_t bytes = data->n * sizeof(cl_uint);
    const cl_uint factor = FACTOR;
    const cl_ulong n = data->n;
    cl_int err;
    user_event_job job = { .got = ocl_alloc(bytes) };
    job.queue = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err));
    job.kernel = OCL_CREATE(clCreateKernel(program, "user_event_add", &err));
    job.d_y = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    job.d_x = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, data->x);
    OCL_CHECK(clSetKernelArg(job.kernel, 0, sizeof job.d_y, &job.d_y));
    OCL_CHECK(clSetKernelArg(job.kernel, 1, sizeof job.d_x, &job.d_x));
    OCL_CHECK(clSetKernelArg(job.kernel, 2, sizeof factor, &factor));
    OCL_CHECK(clSetKernelArg(job.kernel, 3, sizeof n, &n));
    return job;
}

void user_event_job_free(user_event_job *job)
{
    for (int step = 0; step < STEPS; step++)
        OCL_CHECK(clReleaseEvent(job->done[step]));
    OCL_CHECK(clReleaseMemObject(job->d_x));
    OCL_CHECK(clReleaseMemObject(job->d_y));
    OCL_CHECK(clReleaseKernel(job->kernel));
    OCL_CHECK(clReleaseCommandQueue(job->queue));
    free(job->got);
}

void user_event_enqueue(const ocl_env *env, user_event_job *job, const user_event_data *data,
                        const cl_event *gates, cl_uint gate_count)
{
    const size_t bytes = data->n * sizeof(cl_uint);
    const size_t local = ocl_local_size(job->kernel, env->device, 64);
    const size_t global = ocl_round_up(data->n, local);
    cl_event *done = job->done;
    OCL_CHECK(clEnqueueWriteBuffer(job->queue, job->d_y, CL_FALSE, 0, bytes, data->y, gate_count,
                                   gates, &done[WRITE]));
    OCL_CHECK(clEnqueueNDRangeKernel(job->queue, job->kernel, 1, NULL, &global, &local, 1,
                                     &done[WRITE], &done[KERNEL]));
    OCL_CHECK(clEnqueueReadBuffer(job->queue, job->d_y, CL_FALSE, 0, bytes, job->got, 1,
                                  &done[KERNEL], &done[READ]));
}
