// SPDX-License-Identifier: MIT
//
// mean_filter_ladder - the mean of a window of any size, with images and buffers, and then fast.
//
// Shows   a filter through image objects, where a sampler takes care of the borders, and on
//         buffers, where the kernel does; how one work-item that makes many pixels saves loads and
//         additions: strips for GPUs, bands for CPUs; borders of three kinds
// Uses    clCreateImage, clEnqueueReadImage, clCreateBuffer,
//         clEnqueueWriteBufferRect, clEnqueueReadBufferRect; read_imageui, sampler_t
// Try     mean_filter_ladder --window 15 -o blurred.png
//         mean_filter_ladder --format grey --border zero --window 31 -o dark_edges.png

#include "ocl.h"

#include "shared/fast.h"

#include <float.h>

enum { STRIP_ROWS = 4 };    // that a work-item makes

static const char *const VARIANTS[] = { "image", "buffer", "strips", "bands", NULL };

static void mean_filter_ladder_ref(plane *out, const plane *in, const filter_settings *settings)
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

// One work-item per pixel.  The sampler takes care of the border.
static void run_image(filter_job *j, cl_program program)
{
    if (!filter_has_images(j, "image")) return;
    cl_context context = j->env->context;
    cl_command_queue queue = j->env->queue;
    const size_t origin[3] = { 0 }, region[3] = { j->in.width, j->in.height, 1 };
    const cl_image_format format = plane_image_format(&j->in);
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = j->in.width,
                                 .image_height = j->in.height };
    cl_int err;
    cl_mem d_out =
        OCL_CREATE(clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &err));
    cl_mem d_in = OCL_CREATE(clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                           &format, &desc, j->in.data, &err));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "mean_filter_ladder_image", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));

    const ocl_range_2d range = filter_range(j, kernel, (size_t[]){ 1, 1 });
    const double least_ns = ocl_pace_estimate(&j->pace, kernel, &range);
    if (ocl_pace_allows(&j->pace, j->report, "image", least_ns)) {
        ocl_trial t = ocl_trial_open(j->env, "image", d_out, 0);
        while (ocl_trial_next(&t))
            OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, range.global, range.local, 0,
                                             NULL, &t.done));
        OCL_CHECK(clEnqueueReadImage(queue, d_out, CL_TRUE, origin, region, 0, 0, j->out.data, 0,
                                     NULL, NULL));
        filter_report_trial(j, &t);
    }

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
}

// Filters a picture in a buffer: one work-item per pixel.  The kernel takes care of the border.
static void run_buffer(filter_job *j, cl_program program)
{
    const filter_rows_layout rows = filter_rows(&j->in);
    const cl_int4 shape = filter_shape(&j->in);
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
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "mean_filter_ladder_buffer", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof shape, &shape));

    const ocl_range_2d range = filter_range(j, kernel, (size_t[]){ 1, 1 });
    const double least_ns = ocl_pace_estimate(&j->pace, kernel, &range);
    if (ocl_pace_allows(&j->pace, j->report, "buffer", least_ns)) {
        ocl_trial t = filter_trial(j, "buffer", d_out);
        while (ocl_trial_next(&t)) {
            OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, range.global, range.local, 0,
                                             NULL, &t.done));
            OCL_CHECK(clEnqueueReadBufferRect(queue, d_out, CL_TRUE, device, host, region,
                                              rows.pitch, 0, 0, 0, j->out.data, 0, NULL, NULL));
        }
        filter_report_trial(j, &t);
    }

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
}

int main(int argc, char **argv)
{
    ocl_about about = { .name = "mean_filter_ladder",
                        .summary = "Blurs a picture: each pixel becomes the mean of a window.",
                        .variants = VARIANTS };
    const filter_settings settings = filter_parse(argc, argv, &about, FILTER_WINDOWS);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    filter_job job = filter_open(&env, &settings);
    job.bound = mean_bound(&settings);
    if (settings.window > 3) job.pace.last = "buffer";
    OCL_TIME_REFERENCE(job.report, mean_filter_ladder_ref(&job.ref, &job.in, &settings));

    char macros[256];
    filter_build_options(macros, &settings);
    cl_program program = ocl_build(&env, "mean_filter_ladder.cl", "%s", macros);
    if (ocl_wants(opt, "image")) run_image(&job, program);
    if (ocl_wants(opt, "buffer")) run_buffer(&job, program);
    if (filter_wants_3x3(&job, "strips")) filter_run_fast(&job, "strips", STRIP_ROWS, macros);
    if (filter_wants_3x3(&job, "bands")) filter_run_fast(&job, "bands", BAND_ROWS, macros);

    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return filter_close(&job);
}
