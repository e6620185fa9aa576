// SPDX-License-Identifier: MIT

#include "job.h"

job job_open(const ocl_env *env, cl_program program, const user_event_data *data)
{
    const size_t bytes = data->n * sizeof(cl_uint);
    const cl_uint factor = FACTOR;
    const cl_ulong n = data->n;
    cl_int err;
    job j = { .got = ocl_alloc(bytes) };
    j.queue = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err));
    j.kernel = OCL_CREATE(clCreateKernel(program, "user_event_add", &err));
    j.d_y = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    j.d_x = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, data->x);
    OCL_CHECK(clSetKernelArg(j.kernel, 0, sizeof j.d_y, &j.d_y));
    OCL_CHECK(clSetKernelArg(j.kernel, 1, sizeof j.d_x, &j.d_x));
    OCL_CHECK(clSetKernelArg(j.kernel, 2, sizeof factor, &factor));
    OCL_CHECK(clSetKernelArg(j.kernel, 3, sizeof n, &n));
    return j;
}

void job_close(job *j)
{
    for (int step = 0; step < STEPS; step++)
        OCL_CHECK(clReleaseEvent(j->done[step]));
    OCL_CHECK(clReleaseMemObject(j->d_x));
    OCL_CHECK(clReleaseMemObject(j->d_y));
    OCL_CHECK(clReleaseKernel(j->kernel));
    OCL_CHECK(clReleaseCommandQueue(j->queue));
    free(j->got);
}
