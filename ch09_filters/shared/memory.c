// SPDX-License-Identifier: MIT

#include "memory.h"

static const size_t ORIGIN[3] = { 0, 0, 0 };

filter_memory filter_memory_open(filter_job *job)
{
    const plane *in = &job->in;
    const filter_rows_layout rows = filter_rows(in);
    const size_t device[3] = { rows.margin, 0, 0 };
    const size_t region[3] = { in->width * in->pixel_bytes, in->height, 1 };
    filter_memory m = { .job = job, .shape = filter_shape(in) };
    m.d_out = ocl_buffer(job->env, CL_MEM_READ_WRITE, filter_rows(&job->out).bytes, NULL);
    m.d_in = ocl_buffer(job->env, CL_MEM_READ_ONLY, rows.bytes, NULL);
    ocl_poison_run(job->env->queue, m.d_in, rows.bytes, 0);
    OCL_CHECK(clEnqueueWriteBufferRect(job->env->queue, m.d_in, CL_TRUE, device, ORIGIN, region,
                                       rows.pitch, 0, 0, 0, in->data, 0, NULL, NULL));
    return m;
}

void filter_memory_read(const filter_memory *m)
{
    const plane *out = &m->job->out;
    const filter_rows_layout rows = filter_rows(out);
    const size_t device[3] = { rows.margin, 0, 0 };
    const size_t region[3] = { out->width * out->pixel_bytes, out->height, 1 };
    OCL_CHECK(clEnqueueReadBufferRect(m->job->env->queue, m->d_out, CL_TRUE, device, ORIGIN, region,
                                      rows.pitch, 0, 0, 0, out->data, 0, NULL, NULL));
}

void filter_memory_close(filter_memory *m)
{
    OCL_CHECK(clReleaseMemObject(m->d_in));
    OCL_CHECK(clReleaseMemObject(m->d_out));
}
