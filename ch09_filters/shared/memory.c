// SPDX-License-Identifier: MIT

#include "shared/memory.h"

static const size_t ORIGIN[3] = { 0, 0, 0 };
static const double MAX_SPENT_NS = 1e9;    // on fingerprints

static void open_images(filter_memory *m)
{
    const filter_job *job = m->job;
    const size_t extents[2] = { job->in.width, job->in.height };
    m->d_out =
        ocl_image_2d(job->env, CL_MEM_WRITE_ONLY, plane_image_format(&job->out), extents, NULL);
    m->d_in = ocl_image_2d(job->env, CL_MEM_READ_ONLY, plane_image_format(&job->in), extents,
                           job->in.data);
}

static cl_int4 shape_of(const plane *p)
{
    const filter_rows_layout rows = filter_rows(p);
    return (cl_int4){ { (cl_int)p->width, (cl_int)p->height, (cl_int)(rows.pitch / p->pixel_bytes),
                        (cl_int)(rows.margin / p->pixel_bytes) } };
}

static void open_buffers(filter_memory *m)
{
    const plane *in = &m->job->in;
    const filter_rows_layout rows = filter_rows(in);
    const size_t device[3] = { rows.margin, 0, 0 };
    const size_t region[3] = { in->width * in->pixel_bytes, in->height, 1 };
    const size_t out_bytes = filter_rows(&m->job->out).bytes;
    m->d_out = ocl_buffer(m->job->env, CL_MEM_READ_WRITE, out_bytes, NULL);
    m->d_in = ocl_buffer(m->job->env, CL_MEM_READ_ONLY, rows.bytes, NULL);
    m->shape = shape_of(in);
    m->out_shape = shape_of(&m->job->out);
    ocl_poison_run(m->job->env->queue, m->d_in, rows.bytes, 0);
    OCL_CHECK(clEnqueueWriteBufferRect(m->job->env->queue, m->d_in, CL_TRUE, device, ORIGIN, region,
                                       rows.pitch, 0, 0, 0, in->data, 0, NULL, NULL));
}

bool filter_memory_open(filter_memory *m, filter_job *job, const char *variant, bool images)
{
    *m = (filter_memory){ .job = job, .images = images };
    if (images && !filter_has_images(job, variant)) return false;
    (images ? open_images : open_buffers)(m);
    return true;
}

void filter_memory_poison(const filter_memory *m, size_t run)
{
    const plane *out = &m->job->out;
    cl_command_queue queue = m->job->env->queue;
    if (m->images) {
        const size_t region[3] = { out->width, out->height, 1 };
        const plane_poison poison = plane_poison_of(out, run);
        OCL_CHECK(clEnqueueFillImage(queue, m->d_out, &poison, ORIGIN, region, 0, NULL, NULL));
    } else {
        ocl_poison_run(queue, m->d_out, filter_rows(out).bytes, run);
    }
}

void filter_memory_answer(const filter_memory *m, ocl_answers *answers)
{
    if (answers->spent_ns > MAX_SPENT_NS) return;
    const double begin = ocl_wall_ns(), spent = answers->spent_ns;
    filter_memory_read(m);
    ocl_answers_add_host(answers, m->job->out.data, plane_bytes(&m->job->out));
    answers->spent_ns = spent + ocl_wall_ns() - begin;
}

void filter_memory_read(const filter_memory *m)
{
    const plane *out = &m->job->out;
    cl_command_queue queue = m->job->env->queue;
    const filter_rows_layout rows = filter_rows(out);
    const size_t device[3] = { rows.margin, 0, 0 };
    if (m->images) {
        const size_t region[3] = { out->width, out->height, 1 };
        OCL_CHECK(clEnqueueReadImage(queue, m->d_out, CL_TRUE, ORIGIN, region, 0, 0, out->data, 0,
                                     NULL, NULL));
    } else {
        const size_t region[3] = { out->width * out->pixel_bytes, out->height, 1 };
        OCL_CHECK(clEnqueueReadBufferRect(queue, m->d_out, CL_TRUE, device, ORIGIN, region,
                                          rows.pitch, 0, 0, 0, out->data, 0, NULL, NULL));
    }
}

void filter_memory_close(filter_memory *m)
{
    OCL_CHECK(clReleaseMemObject(m->d_in));
    OCL_CHECK(clReleaseMemObject(m->d_out));
}
