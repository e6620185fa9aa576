// SPDX-License-Identifier: MIT

#include "saxpy_run.h"

static const cl_float ALPHA = 2.5f;
static const char KERNEL[] = "saxpy_scalar";

static cl_mem new_buffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host)
{
    cl_int err;
    cl_mem buffer = OCL_CREATE(clCreateBuffer(context, flags, bytes, host, &err));
    return buffer;
}

saxpy_data saxpy_open(cl_context context, cl_device_id device, size_t n, uint64_t seed)
{
    const double vector_bytes = sizeof(float) * (double)n;    // may not fit a size_t
    ocl_require_memory(device, vector_bytes, 3.0 * vector_bytes, 4.0 * vector_bytes);
    const size_t bytes = sizeof(float) * n;
    float *b = ocl_alloc(bytes), *c = ocl_alloc(bytes);
    saxpy_data data = { .n = n, .a = ocl_alloc(bytes), .ref = ocl_alloc(bytes) };
    ocl_fill_f32(b, n, -1.0f, 1.0f, seed);
    ocl_fill_f32(c, n, -1.0f, 1.0f, seed + 1);
    for (size_t i = 0; i < n; i++)
        data.ref[i] = (float)((double)ALPHA * b[i] + c[i]);
    data.d_a = new_buffer(context, CL_MEM_READ_WRITE, bytes, NULL);
    data.d_b = new_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, b);
    data.d_c = new_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, c);
    free(c);
    free(b);
    return data;
}

void saxpy_close(saxpy_data *data)
{
    OCL_CHECK(clReleaseMemObject(data->d_c));
    OCL_CHECK(clReleaseMemObject(data->d_b));
    OCL_CHECK(clReleaseMemObject(data->d_a));
    free(data->ref);
    free(data->a);
}

bool saxpy_is_in(cl_program program)
{
    char *names = ocl_program_text(program, CL_PROGRAM_KERNEL_NAMES);
    bool found = false;
    for (char *name = strtok(names, ";"); name && !found; name = strtok(NULL, ";"))
        found = strcmp(name, KERNEL) == 0;
    free(names);
    return found;
}

ocl_result saxpy_run(const saxpy_data *data, cl_command_queue queue, cl_program program,
                     const char *what, double *ns)
{
    cl_device_id device;
    OCL_CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL));
    const size_t bytes = sizeof(float) * data->n;
    ocl_poison(queue, data->d_a, bytes);
    OCL_CHECK(clFinish(queue));

    const double begin = ocl_wall_ns();
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNEL, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof data->d_a, &data->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof ALPHA, &ALPHA));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof data->d_b, &data->d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof data->d_c, &data->d_c));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof data->n, &data->n));
    size_t local = ocl_local_size(kernel, device, 256);
    size_t global = ocl_round_up(data->n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
    if (ns) *ns = ocl_wall_ns() - begin;

    OCL_CHECK(clEnqueueReadBuffer(queue, data->d_a, CL_TRUE, 0, bytes, data->a, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    // Product, sum and the reference's own rounding: half an ULP each (saxpy.c derives it).
    const double bound = (ALPHA + 2.0 * (ALPHA + 1.0)) / (1 << 24);
    return ocl_verify_f32(what, data->a, data->ref, data->n, bound);
}
