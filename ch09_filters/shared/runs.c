// SPDX-License-Identifier: MIT

#include "runs.h"

// --- images

// All of an image is its answer.
void filter_run_image(filter_job *job, cl_program program, const char *name)
{
    if (!filter_has_images(job, "image")) return;
    cl_context context = job->env->context;
    cl_command_queue queue = job->env->queue;
    const size_t origin[3] = { 0 }, region[3] = { job->in.width, job->in.height, 1 };
    const cl_image_format out_format = plane_image_format(&job->out);
    const cl_image_format in_format = plane_image_format(&job->in);
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = job->in.width,
                                 .image_height = job->in.height };
    cl_int err;
    cl_mem d_out =
        OCL_CREATE(clCreateImage(context, CL_MEM_WRITE_ONLY, &out_format, &desc, NULL, &err));
    cl_mem d_in = OCL_CREATE(clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                           &in_format, &desc, job->in.data, &err));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));

    const ocl_range_2d range = filter_range(job, kernel, (size_t[]){ 1, 1 });
    const double least_ns = ocl_pace_estimate(&job->pace, kernel, &range);
    if (ocl_pace_allows(&job->pace, job->report, "image", least_ns)) {
        ocl_trial t = ocl_trial_open(job->env, "image", d_out, 0);
        while (ocl_trial_next(&t))
            OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, range.global, range.local, 0,
                                             NULL, &t.done));
        OCL_CHECK(clEnqueueReadImage(queue, d_out, CL_TRUE, origin, region, 0, 0, job->out.data, 0,
                                     NULL, NULL));
        filter_report_trial(job, &t);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
}

// --- buffers

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

void filter_run_kernel(filter_job *job, cl_kernel kernel, const char *variant, const size_t each[2])
{
    filter_memory m = filter_memory_open(job);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof m.d_out, &m.d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof m.d_in, &m.d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof m.shape, &m.shape));

    const ocl_range_2d range = filter_range(job, kernel, each);
    const double least_ns = ocl_pace_estimate(&job->pace, kernel, &range);
    if (ocl_pace_allows(&job->pace, job->report, variant, least_ns)) {
        ocl_trial t = filter_trial(job, variant, m.d_out);
        while (ocl_trial_next(&t)) {
            OCL_CHECK(clEnqueueNDRangeKernel(job->env->queue, kernel, 2, NULL, range.global,
                                             range.local, 0, NULL, &t.done));
            filter_memory_read(&m);
        }
        filter_report_trial(job, &t);
    }
    filter_memory_close(&m);
}

void filter_run_buffer(filter_job *job, cl_program program, const char *name, const char *variant,
                       size_t pixels)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    filter_run_kernel(job, kernel, variant, (size_t[]){ pixels, 1 });
    OCL_CHECK(clReleaseKernel(kernel));
}

// --- the fast forms

// As measured on a GPU: more rows save loads, until there are too few strips, or too few registers.
size_t filter_median_rows(const filter_job *job)
{
    enum { GREY_PIXELS = 16, STRIPS_PER_UNIT = 1024 };
    const cl_device_id device = job->env->device;
    if (ocl_known_fault(device, "strips of six rows")) return 2;
    if (ocl_is_cpu(device)) return 6;    // a CPU takes long to compile more
    if (job->in.format != PLANE_GREY) return 10;
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t strips = job->in.width / GREY_PIXELS * (job->in.height / 12);
    return strips < units * STRIPS_PER_UNIT ? 6 : 12;
}

void filter_run_fast(filter_job *job, const char *variant, size_t rows, const char *macros)
{
    const bool bands = strcmp(variant, "bands") == 0;
    char file[64], name[64];
    snprintf(file, sizeof file, "%s_fast.cl", job->settings->options.about.name);
    snprintf(name, sizeof name, "%s_%s", job->settings->options.about.name, variant);
    cl_program program = bands
                             ? ocl_build(job->env, file, "%s -DROWS=%zu -DVECTORS=1 -DAHEAD=%d",
                                         macros, rows, filter_rows_ahead(job))
                             : ocl_build(job->env, file, "%s -DROWS=%zu -DVECTORS=0", macros, rows);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    const size_t each[2] = { bands ? job->in.width : 16 / job->in.pixel_bytes, rows };
    filter_run_kernel(job, kernel, variant, each);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}
