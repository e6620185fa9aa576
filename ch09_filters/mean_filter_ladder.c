// SPDX-License-Identifier: MIT
//
// mean_filter_ladder - the mean of a window of any size, with images and buffers, and then fast.
//
// Shows   a filter through image objects, where a sampler takes care of the borders, and on
//         buffers, where the kernel does; how one work-item that makes many pixels saves loads and
//         additions: strips for GPUs, bands for CPUs; borders of three kinds
// Uses    read_imageui, sampler_t; shared/runs.c makes the images and the buffers, and launches
// Try     mean_filter_ladder --window 15 -o blurred.png
//         mean_filter_ladder --format grey --border zero --window 31 -o dark_edges.png

#include "ocl.h"

#include "shared/runs.h"

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
    // One work-item per pixel.  The sampler takes care of the border, or the kernel.
    if (ocl_wants(opt, "image")) filter_run_image(&job, program, "mean_filter_ladder_image");
    if (ocl_wants(opt, "buffer"))
        filter_run_buffer(&job, program, "mean_filter_ladder_buffer", "buffer", 1);
    if (filter_wants_3x3(&job, "strips")) filter_run_fast(&job, "strips", STRIP_ROWS, macros);
    if (filter_wants_3x3(&job, "bands")) filter_run_fast(&job, "bands", BAND_ROWS, macros);

    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return filter_close(&job);
}
