// SPDX-License-Identifier: MIT
//
// sobel_filter_ladder - edges in three formats, with borders and directions, and then fast.
//
// Shows   two filters in one kernel; a square root that is rounded the same on every device; a
//         threshold without a square root; the direction of the gradient as a colour; on GPUs,
//         bytes that become floats without a conversion
// Uses    clCreateKernel, clSetKernelArg; sqrt, rsqrt, as_float; shared/runs.c makes the images and
//         the buffers, and launches
// Try     sobel_filter_ladder --format grey -o edges.png
//         sobel_filter_ladder --format grey --threshold 100 -o lines.png
//         sobel_filter_ladder --format grey --direction -o directions.png

#include "ocl.h"

#include "shared/runs.h"

#include <float.h>

enum { STRIP_ROWS = 8 };    // that a work-item makes

static const char *const VARIANTS[] = { "image", "buffer", "strips", "bands", NULL };

// A gradient of values from 0 to 1 has components up to 4.  Each comes from five additions, which
// err by at most 2^-23 each (FLT_EPSILON); so their magnitude errs by at most 1.5 * 5 * 2^-23.  The
// squares and their sum err by less than 8 * 2^-24, the root of up to 6 by 3 units of 2^-21.
static const double FLOAT_BOUND = (7.5 + 4.0 + 12.0) * FLT_EPSILON;

typedef struct {
    size_t threshold;    // 0: none
    bool direction;
} sobel_settings;

typedef struct {
    double x, y;
} gradient;

static gradient gradient_at(const plane *in, ptrdiff_t x, ptrdiff_t y, size_t c,
                            plane_border border)
{
    gradient g = { 0.0, 0.0 };
    for (ptrdiff_t k = -1; k <= 1; k++) {
        const double weight = k == 0 ? 2.0 : 1.0;
        g.x += weight *
               (plane_at(in, x + 1, y + k, c, border) - plane_at(in, x - 1, y + k, c, border));
        g.y += weight *
               (plane_at(in, x + k, y + 1, c, border) - plane_at(in, x + k, y - 1, c, border));
    }
    return g;
}

// plane_set rounds to the nearest integer, at most 255.  The root of an integer is never halfway.
static double magnitude_of(gradient g, const plane *in, size_t threshold)
{
    const double magnitude = sqrt(g.x * g.x + g.y * g.y);
    const double white = in->format == PLANE_FLOAT ? 1.0 : 255.0;
    if (threshold == 0) return magnitude;
    return 255.0 / white * magnitude >= (double)threshold - 0.5 ? white : 0.0;
}

static gradient scaled(gradient g, double by)
{
    return (gradient){ by * g.x, by * g.y };
}

// Red, green and blue are made from integers, as in the kernel.
static void set_colour(plane *out, size_t x, size_t y, gradient g)
{
    const long gx = lround(g.x), gy = lround(g.y);
    const long length = lround(sqrt((double)(gx * gx + gy * gy)));
    const long shadows[3] = { 256 * gx, -128 * gx + 222 * gy, -128 * gx - 222 * gy };
    for (size_t c = 0; c < 3; c++) {
        const double shadow = fmax(0.0, (double)(256 * length + shadows[c]));
        const double bright = fmin((double)length, 255.0);
        plane_set(out, x, y, c, length ? floor(bright * shadow / (double)(512 * length)) : 0.0);
    }
    plane_set(out, x, y, 3, 255.0);
}

static void sobel_filter_ladder_ref(plane *out, const plane *in, plane_border border,
                                    const sobel_settings *sobel)
{
    for (size_t y = 0; y < in->height; y++)
        for (size_t x = 0; x < in->width; x++)
            for (size_t c = 0; c < in->channels; c++) {
                const ptrdiff_t column = (ptrdiff_t)x, row = (ptrdiff_t)y;
                const gradient g = gradient_at(in, column, row, c, border);
                if (sobel->direction)
                    set_colour(out, x, y, in->format == PLANE_FLOAT ? scaled(g, 255.0) : g);
                else if (c == 3)    // alpha
                    plane_set(out, x, y, c, plane_at(in, column, row, c, border));
                else
                    plane_set(out, x, y, c, magnitude_of(g, in, sobel->threshold));
            }
}

// The answer has four channels.
static void use_colours(filter_job *j)
{
    plane_free(&j->out);
    plane_free(&j->ref);
    j->out = plane_new(PLANE_RGBA, j->in.width, j->in.height);
    j->ref = plane_like(&j->out);
    const double bytes = (double)filter_rows(&j->out).bytes;
    ocl_require_memory(j->env->device, bytes, 2.0 * bytes, 0.0);
}

// Filters a picture in a buffer: one work-item per pixel.  The kernel takes care of the border.
// With --direction a pixel of `out` is larger than one of `in`.
static void run_buffer(filter_job *j, cl_program program)
{
    const cl_int4 out_shape = filter_shape(&j->out);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "sobel_filter_ladder_buffer", &err));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof out_shape, &out_shape));
    filter_run_kernel(j, kernel, "buffer", (size_t[]){ 1, 1 });
    OCL_CHECK(clReleaseKernel(kernel));
}

// The forms that make many pixels per work-item; they make no colours.
static void run_fast(filter_job *j, const char *macros, bool direction)
{
    // Of tiny floats only float pictures have any use.  On NVIDIA's GPUs rsqrt is faster without.
    const char *tiny = j->in.format == PLANE_FLOAT ? "" : ocl_denormals_option(j->env->device);
    char strips[384];
    snprintf(strips, sizeof strips, "%s%s", macros, tiny);
    if (direction) {
        const char *const variants[] = { "strips", "bands" };
        for (int v = 0; v < 2; v++)
            if (ocl_wants(j->env->options, variants[v]))
                filter_leave_out(j, variants[v], OCL_EXIT_USAGE, "it makes no colours");
        return;
    }
    if (ocl_wants(j->env->options, "strips")) filter_run_fast(j, "strips", STRIP_ROWS, strips);
    if (filter_wants_3x3(j, "bands")) filter_run_fast(j, "bands", BAND_ROWS, macros);
}

int main(int argc, char **argv)
{
    sobel_settings sobel = { .threshold = 0 };
    const ocl_option own[] = {
        { .usage = "-t, --threshold N: white where the magnitude is at least N, 1 to 255",
          .count = &sobel.threshold },
        { .usage = "-c, --direction: colours for the direction; with --format grey or float",
          .flag = &sobel.direction },
        { .usage = NULL },
    };
    ocl_about about = { .name = "sobel_filter_ladder",
                        .summary = "Finds edges: the magnitude of a picture's gradient.",
                        .variants = VARIANTS,
                        .own = own };
    const filter_settings settings = filter_parse(argc, argv, &about, FILTER_3X3);
    const ocl_options *opt = &settings.options;
    if (sobel.threshold > 255)
        ocl_exit(OCL_EXIT_USAGE, "--threshold %zu: give 1 to 255", sobel.threshold);
    if (sobel.direction && settings.format == PLANE_RGBA)
        ocl_exit(OCL_EXIT_USAGE, "--direction needs one channel: add --format grey");
    if (sobel.direction && sobel.threshold > 0)
        ocl_exit(OCL_EXIT_USAGE, "give --threshold or --direction, not both");
    ocl_env env = ocl_open(opt);
    filter_job job = filter_open(&env, &settings);
    job.bound = FLOAT_BOUND;
    if (sobel.direction) use_colours(&job);
    OCL_TIME_REFERENCE(job.report, sobel_filter_ladder_ref(&job.ref, &job.in,
                                                           (plane_border)settings.border, &sobel));

    char window[256], macros[352];
    snprintf(macros, sizeof macros, "%s -DTHRESHOLD=%zu", filter_build_options(window, &settings),
             sobel.threshold);
    cl_program program =
        ocl_build(&env, "sobel_filter_ladder.cl", "%s -DDIRECTION=%d", macros, sobel.direction);
    if (ocl_wants(opt, "image"))    // one work-item per pixel; the sampler takes care of the border
        filter_run_image(&job, program, "sobel_filter_ladder_image");
    if (ocl_wants(opt, "buffer")) run_buffer(&job, program);
    run_fast(&job, macros, sobel.direction);
    OCL_CHECK(clReleaseProgram(program));

    ocl_close(&env);
    return filter_close(&job);
}
