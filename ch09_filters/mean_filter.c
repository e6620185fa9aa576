// SPDX-License-Identifier: MIT
//
// mean_filter - each pixel becomes the mean of the pixels in a window around it: the picture is
// blurred.
//
// Shows   a filter through image objects, where a sampler takes care of the borders, and on
//         buffers, where the kernel does; how one work-item that makes many pixels saves loads and
//         additions: strips for GPUs, bands for CPUs; borders of three kinds
// Uses    clCreateImage, clEnqueueReadImage, clEnqueueFillImage, clCreateBuffer,
//         clEnqueueWriteBufferRect, clEnqueueReadBufferRect; read_imageui, sampler_t
// Try     mean_filter --window 15 -o blurred.png
//         mean_filter --format grey --border zero --window 31 -o dark_edges.png

#include "shared/job.h"

#include <float.h>

// Rows that a work-item makes.
enum { STRIP_ROWS = 4, BAND_ROWS = 16 };

enum { IMAGE, BUFFER, STRIPS, BANDS };
static const char *const VARIANTS[] = { "image", "buffer", "strips", "bands", NULL };

static void mean_filter_ref(plane *out, const plane *in, const filter_settings *settings)
{
    const size_t window = settings->window, pitch = in->width + window - 1;
    for (size_t c = 0; c < in->channels; c++) {
        float *padded = plane_padded(in, c, window / 2, (plane_border)settings->border);
        for (size_t y = 0; y < in->height; y++)
            for (size_t x = 0; x < in->width; x++) {
                double sum = 0.0;
                for (size_t j = 0; j < window; j++)
                    for (size_t i = 0; i < window; i++)
                        sum += padded[(y + j) * pitch + x + i];
                plane_set(out, x, y, c, sum / (double)(window * window));
            }
        free(padded);
    }
}

// Adding n floats of at most 1 to a sum of at most n errs by less than n * n * 2^-24; the mean by
// less than n * 2^-24, and 2 * 2^-24 for the constant 1 / n and the product.
static double mean_bound(const filter_settings *settings)
{
    return (double)(settings->window * settings->window + 2) * FLT_EPSILON / 2.0;
}

// One work-item per pixel.
static void run_on_images(filter_job *j, cl_program program)
{
    const cl_image_format format = plane_image_format(&j->in);
    if (!filter_has_images(j, "image")) return;
    const size_t origin[3] = { 0 }, region[3] = { j->in.width, j->in.height, 1 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = j->in.width,
                                 .image_height = j->in.height };
    cl_context context = j->env->context;
    cl_command_queue queue = j->env->queue;
    cl_int err;
    cl_mem d_out =
        OCL_CREATE(clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &err));
    cl_mem d_in = OCL_CREATE(clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                           &format, &desc, j->in.data, &err));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "mean_filter_image", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));

    const ocl_range_2d range = filter_range(j, kernel, (size_t[]){ 1, 1 });
    const double least_ns = ocl_pace_estimate(&j->pace, kernel, &range);
    if (ocl_pace_allows(&j->pace, j->report, "image", least_ns)) {
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; ocl_pace_again(&j->pace, run); run++) {
            const plane_poison poison = plane_poison_of(&j->out, run);
            OCL_CHECK(clEnqueueFillImage(queue, d_out, &poison, origin, region, 0, NULL, NULL));
            cl_event done;
            OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, range.global, range.local, 0,
                                             NULL, &done));
            ocl_times_take(&times, run, done);
            OCL_CHECK(clEnqueueReadImage(queue, d_out, CL_TRUE, origin, region, 0, 0, j->out.data,
                                         0, NULL, NULL));
            ocl_answers_add_host(&times.answers, j->out.data, plane_bytes(&j->out));
        }
        filter_report_row(j, "image", &times);
    }

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
}

// buffer: one work-item per pixel.  strips: one per 16 bytes of STRIP_ROWS rows.  bands: one per
// BAND_ROWS rows.
static void run_on_buffers(filter_job *j, cl_program program, int variant)
{
    const filter_rows_layout rows = filter_rows(&j->in);
    const cl_int4 shape = { { (cl_int)j->in.width, (cl_int)j->in.height,
                              (cl_int)(rows.pitch / j->in.pixel_bytes),
                              (cl_int)(rows.margin / j->in.pixel_bytes) } };
    // The rows of the host's picture have no padding; the device's begin `pitch` bytes apart.
    const size_t device[3] = { rows.margin, 0, 0 }, host[3] = { 0 };
    const size_t region[3] = { j->in.width * j->in.pixel_bytes, j->in.height, 1 };
    cl_context context = j->env->context;
    cl_command_queue queue = j->env->queue;
    cl_int err;
    cl_mem d_out = OCL_CREATE(clCreateBuffer(context, CL_MEM_WRITE_ONLY, rows.bytes, NULL, &err));
    cl_mem d_in = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_ONLY, rows.bytes, NULL, &err));
    ocl_poison_run(queue, d_in, rows.bytes, 0);    // the padding: no filter may use it
    OCL_CHECK(clEnqueueWriteBufferRect(queue, d_in, CL_TRUE, device, host, region, rows.pitch, 0, 0,
                                       0, j->in.data, 0, NULL, NULL));

    char name[32];
    snprintf(name, sizeof name, "mean_filter_%s", VARIANTS[variant]);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof shape, &shape));

    const size_t each[][2] = { [BUFFER] = { 1, 1 },
                               [STRIPS] = { 16 / j->in.pixel_bytes, STRIP_ROWS },
                               [BANDS] = { j->in.width, BAND_ROWS } };
    const ocl_range_2d range = filter_range(j, kernel, each[variant]);
    const double least_ns = ocl_pace_estimate(&j->pace, kernel, &range);
    if (ocl_pace_allows(&j->pace, j->report, VARIANTS[variant], least_ns)) {
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; ocl_pace_again(&j->pace, run); run++) {
            ocl_poison_run(queue, d_out, rows.bytes, run);
            cl_event done;
            OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, range.global, range.local, 0,
                                             NULL, &done));
            ocl_times_take(&times, run, done);
            OCL_CHECK(clEnqueueReadBufferRect(queue, d_out, CL_TRUE, device, host, region,
                                              rows.pitch, 0, 0, 0, j->out.data, 0, NULL, NULL));
            ocl_answers_add_host(&times.answers, j->out.data, plane_bytes(&j->out));
        }
        filter_report_row(j, VARIANTS[variant], &times);
    }

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
}

int main(int argc, char **argv)
{
    ocl_about about = { .name = "mean_filter",
                        .summary = "Blurs a picture: each pixel becomes the mean of a window.",
                        .variants = VARIANTS };
    const filter_settings settings = filter_parse(argc, argv, &about, FILTER_WINDOWS);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    filter_job job = filter_open(&env, &settings);
    job.bound = mean_bound(&settings);
    if (settings.window > 3) job.pace.last = VARIANTS[BUFFER];
    OCL_TIME_REFERENCE(job.report, mean_filter_ref(&job.ref, &job.in, &settings));

    char macros[256];
    filter_build_options(macros, &settings);
    cl_program program =
        ocl_build(&env, "mean_filter.cl", "%s -DROWS=%d -DVECTORS=0", macros, STRIP_ROWS);
    if (ocl_wants(opt, "image")) run_on_images(&job, program);
    if (ocl_wants(opt, "buffer")) run_on_buffers(&job, program, BUFFER);
    if (filter_wants_3x3(&job, "strips")) run_on_buffers(&job, program, STRIPS);
    if (filter_wants_3x3(&job, "bands")) {
        cl_program with_vectors =
            ocl_build(&env, "mean_filter.cl", "%s -DROWS=%d -DAHEAD=%d -DVECTORS=1", macros,
                      BAND_ROWS, filter_rows_ahead(&job));
        run_on_buffers(&job, with_vectors, BANDS);
        OCL_CHECK(clReleaseProgram(with_vectors));
    }

    OCL_CHECK(clReleaseProgram(program));

    ocl_close(&env);
    return filter_close(&job);
}
