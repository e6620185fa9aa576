// SPDX-License-Identifier: MIT

#include "worker.h"

enum { LOCAL = 256 };

void workers_deal_to_one(worker *workers, cl_uint count, cl_uint one, size_t units)
{
    for (cl_uint i = 0; i < count; i++) {
        workers[i].first = 0;
        workers[i].units = i == one ? units : 0;
        workers[i].times.runs = 0;
    }
}

void workers_deal(worker *workers, cl_uint count, const problem *p, const double *speeds)
{
    double total = 0.0, sum = 0.0;
    for (cl_uint i = 0; i < count; i++)
        total += speeds[i];
    size_t first = 0;
    for (cl_uint i = 0; i < count; i++) {
        sum += speeds[i];
        const size_t end = i + 1 == count ? p->units : problem_fraction(p, sum / total);
        workers[i].first = first;
        workers[i].units = end - first;
        workers[i].times.runs = 0;
        first = end;
    }
}

// If two devices wrote to halves of one buffer, the driver would have to copy it between them.  So
// every worker has buffers of its own.
static void make_buffers(worker *w, cl_context context, const problem *p)
{
    cl_int err;
    for (cl_uint i = 0; i < ARRAYS; i++) {
        const bool input = i > 0;
        const cl_mem_flags flags =
            input ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_WRITE_ONLY;
        w->d[i] = OCL_CREATE(clCreateBuffer(context, flags, problem_bytes(p, i, w->units),
                                            input ? problem_start(p, i, w->first) : NULL, &err));
    }
}

void workers_poison(const worker *workers, cl_uint count, const problem *p, size_t run)
{
    for (cl_uint i = 0; i < count; i++) {
        const worker *w = &workers[i];
        if (w->units == 0) continue;
        ocl_poison_run(w->queue, w->d[0], problem_bytes(p, 0, w->units), run);
        OCL_CHECK(clFinish(w->queue));
    }
}

void workers_read(const worker *workers, cl_uint count, const problem *p)
{
    for (cl_uint i = 0; i < count; i++) {
        const worker *w = &workers[i];
        if (w->units == 0) continue;
        OCL_CHECK(clEnqueueReadBuffer(w->queue, w->d[0], CL_TRUE, 0, problem_bytes(p, 0, w->units),
                                      problem_start(p, 0, w->first), 0, NULL, NULL));
    }
}

void worker_prepare(worker *w, cl_context context, cl_program program, const problem *p)
{
    make_buffers(w, context, p);
    cl_int err;
    w->kernel = OCL_CREATE(clCreateKernel(program, p->kernel, &err));
    for (cl_uint i = 0; i < ARRAYS; i++)
        OCL_CHECK(clSetKernelArg(w->kernel, i, sizeof w->d[i], &w->d[i]));
    const bool matrices = p->depth > 0;
    const cl_ulong sizes[] = { w->units, p->columns, p->depth };
    for (cl_uint i = 0; i < (matrices ? 3 : 1); i++)
        OCL_CHECK(clSetKernelArg(w->kernel, ARRAYS + i, sizeof sizes[i], &sizes[i]));
    w->local[0] = ocl_local_size(w->kernel, w->device, LOCAL);
    w->local[1] = 1;
    w->global[0] = ocl_round_up(matrices ? p->columns : w->units, w->local[0]);
    w->global[1] = matrices ? ocl_divide_up(w->units, ROWS) : 1;
}

void worker_clear(worker *w)
{
    OCL_CHECK(clReleaseKernel(w->kernel));
    for (size_t i = ARRAYS; i-- > 0;)
        OCL_CHECK(clReleaseMemObject(w->d[i]));
}

void workers_report(ocl_report *report, const worker *workers, cl_uint count, const problem *p)
{
    char headings[64];
    snprintf(headings, sizeof headings, "device, %s, percent, median ms, name", p->unit);
    ocl_table table = ocl_table_open(report, p->name, headings);
    for (cl_uint i = 0; i < count; i++) {
        const worker *w = &workers[i];
        char *name = ocl_device_text(w->device, CL_DEVICE_NAME);
        ocl_table_row(&table, "%6u %10zu %8.2f %10.4f  %-s", i, w->units,
                      100.0 * (double)w->units / (double)p->units, ocl_median_ns(&w->times) / 1e6,
                      name);
        free(name);
    }
}
