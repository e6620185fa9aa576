// SPDX-License-Identifier: MIT
//
// sobel_filter - finds edges: each pixel becomes the magnitude of the picture's gradient there.
//
// Shows   two filters in one kernel; a square root that is rounded the same on every device; a
//         threshold without a square root; the direction of the gradient as a colour; on GPUs,
//         bytes that become floats without a conversion
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel; sqrt, rsqrt, as_float
// Try     sobel_filter --format grey -o edges.png
//         sobel_filter --format grey --threshold 100 -o lines.png
//         sobel_filter --format grey --direction -o directions.png

#include "shared/memory.h"

#include <float.h>

// Rows that a work-item makes.
enum { STRIP_ROWS = 8, BAND_ROWS = 16 };

enum { IMAGE, BUFFER, STRIPS, BANDS };
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

static void sobel_filter_ref(plane *out, const plane *in, plane_border border,
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

// image, buffer: one work-item per pixel.  strips: one per 16 bytes of STRIP_ROWS rows.  bands: one
// per BAND_ROWS rows.
static void run(filter_job *j, cl_program program, int variant)
{
    filter_memory m;
    if (!filter_memory_open(&m, j, VARIANTS[variant], variant == IMAGE)) return;
    cl_int err;
    char name[32];
    snprintf(name, sizeof name, "sobel_filter_%s", VARIANTS[variant]);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof m.d_out, &m.d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof m.d_in, &m.d_in));
    if (variant != IMAGE) OCL_CHECK(clSetKernelArg(kernel, 2, sizeof m.shape, &m.shape));
    if (variant == BUFFER) OCL_CHECK(clSetKernelArg(kernel, 3, sizeof m.out_shape, &m.out_shape));

    const size_t each[][2] = { [IMAGE] = { 1, 1 },
                               [BUFFER] = { 1, 1 },
                               [STRIPS] = { 16 / j->in.pixel_bytes, STRIP_ROWS },
                               [BANDS] = { j->in.width, BAND_ROWS } };
    const ocl_range_2d range = filter_range(j, kernel, each[variant]);
    const double least_ns = ocl_pace_estimate(&j->pace, kernel, &range);
    if (ocl_pace_allows(&j->pace, j->report, VARIANTS[variant], least_ns)) {
        ocl_times times = { .runs = 0 };
        for (size_t i = 0; ocl_pace_again(&j->pace, i); i++) {
            filter_memory_poison(&m, i);
            cl_event done;
            OCL_CHECK(clEnqueueNDRangeKernel(j->env->queue, kernel, 2, NULL, range.global,
                                             range.local, 0, NULL, &done));
            ocl_times_take(&times, i, done);
            filter_memory_answer(&m, &times.answers);
        }
        filter_memory_read(&m);
        filter_report_row(j, VARIANTS[variant], &times);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    filter_memory_close(&m);
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
    ocl_about about = { .name = "sobel_filter",
                        .summary = "Finds edges: the magnitude of a picture's gradient.",
                        .variants = VARIANTS,
                        .own = own };
    const filter_settings settings = filter_parse(argc, argv, &about, false);
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
    OCL_TIME_REFERENCE(job.report,
                       sobel_filter_ref(&job.ref, &job.in, (plane_border)settings.border, &sobel));

    char macros[256];
    filter_build_options(macros, &settings);
    char more[96];
    snprintf(more, sizeof more, "-DTHRESHOLD=%zu -DDIRECTION=%d", sobel.threshold, sobel.direction);
    // Of tiny floats only float pictures have any use.  On NVIDIA's GPUs rsqrt is faster without.
    const char *tiny = settings.format == PLANE_FLOAT ? "" : " -cl-denorms-are-zero";
    cl_program program = ocl_build(&env, "sobel_filter.cl", "%s %s -DROWS=%d -DVECTORS=0%s", macros,
                                   more, STRIP_ROWS, tiny);
    if (ocl_wants(opt, "image")) run(&job, program, IMAGE);
    if (ocl_wants(opt, "buffer")) run(&job, program, BUFFER);
    for (int v = STRIPS; sobel.direction && v <= BANDS; v++)
        if (ocl_wants(opt, VARIANTS[v]))
            filter_leave_out(&job, VARIANTS[v], OCL_EXIT_USAGE, "it makes no colours");
    if (!sobel.direction && ocl_wants(opt, "strips")) run(&job, program, STRIPS);
    if (!sobel.direction && filter_wants_3x3(&job, "bands")) {
        cl_program with_vectors =
            ocl_build(&env, "sobel_filter.cl", "%s %s -DROWS=%d -DAHEAD=%d -DVECTORS=1", macros,
                      more, BAND_ROWS, filter_rows_ahead(&job));
        run(&job, with_vectors, BANDS);
        OCL_CHECK(clReleaseProgram(with_vectors));
    }
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return filter_close(&job);
}
