// SPDX-License-Identifier: MIT

#include "worker.h"

enum { LOCAL = 256 };

// The part of array i that belongs to the share.
static size_t part_bytes(const worker *w, const problem *p, size_t i)
{
    const problem_array *x = &p->arrays[i];
    return sizeof *x->host * (x->per_unit ? w->units * x->per_unit : x->count);
}

static float *part_start(const worker *w, const problem *p, size_t i)
{
    return p->arrays[i].host + w->first * p->arrays[i].per_unit;
}

// A kernel for each worker: their arguments differ.
static void make_kernel(worker *w, cl_program program, const problem *p)
{
    cl_int err;
    const cl_ulong sizes[] = { w->units, p->columns, p->depth };
    const bool matrices = p->depth > 0;
    const char *name = matrices ? "multi_device_matmul" : "multi_device_saxpy";
    w->kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    w->local[0] = ocl_local_size(w->kernel, w->device, LOCAL);
    w->local[1] = 1;
    w->global[0] = ocl_round_up(matrices ? p->columns : w->units, w->local[0]);
    w->global[1] = matrices ? (w->units - 1) / ROWS + 1 : 1;
    for (cl_uint i = 0; i < (matrices ? 3 : 1); i++)
        OCL_CHECK(clSetKernelArg(w->kernel, ARRAYS + i, sizeof sizes[i], &sizes[i]));
}

// Buffers for each worker: if two devices wrote to one buffer, each to its half, the driver would have to
// carry it to and fro.  Any device of the context may use a buffer, and before a command does, it is
// nowhere; migrating brings it to where it will be wanted.
static void make_buffers(worker *w, cl_context context, const problem *p)
{
    cl_int err;
    for (cl_uint i = 0; i < ARRAYS; i++) {
        const bool input = i > 0;
        const cl_mem_flags flags =
            input ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_WRITE_ONLY;
        w->buffers[i] = OCL_CREATE(clCreateBuffer(context, flags, part_bytes(w, p, i),
                                                  input ? part_start(w, p, i) : NULL, &err));
        OCL_CHECK(clSetKernelArg(w->kernel, i, sizeof w->buffers[i], &w->buffers[i]));
    }
    OCL_CHECK(clEnqueueMigrateMemObjects(w->queue, ARRAYS - 1, &w->buffers[1], 0, 0, NULL, NULL));
    ocl_poison(w->queue, w->buffers[0], part_bytes(w, p, 0));
    OCL_CHECK(clFinish(w->queue));
}

void worker_take(worker *w, cl_program program, const problem *p)
{
    cl_context context;
    w->times.runs = 0;
    if (w->units == 0) return;
    OCL_CHECK(clGetCommandQueueInfo(w->queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL));
    make_kernel(w, program, p);
    make_buffers(w, context, p);
}

void worker_give_back(worker *w, const problem *p)
{
    if (w->units == 0) return;
    OCL_CHECK(clEnqueueReadBuffer(w->queue, w->buffers[0], CL_TRUE, 0, part_bytes(w, p, 0),
                                  part_start(w, p, 0), 0, NULL, NULL));
    for (size_t i = ARRAYS; i-- > 0;)
        OCL_CHECK(clReleaseMemObject(w->buffers[i]));
    OCL_CHECK(clReleaseKernel(w->kernel));
}
