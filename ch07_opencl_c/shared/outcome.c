// SPDX-License-Identifier: MIT

#include "outcome.h"

outcome launch(const ocl_env *env, cl_kernel kernel, size_t local, cl_uint out[], size_t count)
{
    const cl_command_queue queue = env->queue;
    const size_t bytes = count * sizeof *out;
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    outcome o = { .call = "clEnqueueNDRangeKernel" };
    o.status = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &local, &local, 0, NULL, NULL);
    if (o.status == CL_SUCCESS) {
        o.call = "clEnqueueReadBuffer";
        o.status = clEnqueueReadBuffer(queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL);
    }
    OCL_CHECK(clReleaseMemObject(d_out));
    return o;
}

outcome run_kernel(const ocl_env *env, cl_program program, cl_uint x, cl_uint out[], size_t count)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "limits_text", &err));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof x, &x));
    const outcome o = launch(env, kernel, 1, out, count);
    OCL_CHECK(clReleaseKernel(kernel));
    return o;
}

outcome outcome_of(const quoted_build *b)
{
    outcome o = { .status = b->status, .call = "clBuildProgram" };
    memcpy(o.quote, b->quote, sizeof o.quote);
    return o;
}

outcome run_text(const ocl_env *env, const char *text, cl_uint x, cl_uint out[], size_t count)
{
    const quoted_build b = build_and_quote(env, text, "-cl-std=CL1.2");
    const outcome o =
        b.status == CL_SUCCESS ? run_kernel(env, b.program, x, out, count) : outcome_of(&b);
    OCL_CHECK(clReleaseProgram(b.program));
    return o;
}
