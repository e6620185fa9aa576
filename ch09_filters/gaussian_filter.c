// SPDX-License-Identifier: MIT
//
// gaussian_filter - each pixel becomes a weighted mean of its neighbours; near ones count most.
//
// Shows   weights as integers whose sum is a power of two, so that 8-bit results are exact; a
//         filter that is separable: two passes over rows and columns replace one over a square; the
//         fast rungs of mean_filter with other weights
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel: two kernels with a buffer between
//         them, timed as one; -D for a table of constants
// Try     gaussian_filter --window 31 --sigma 5 -o blurred.png
//         gaussian_filter --window 31 --format float, and compare `buffer` with `separable`

#include "gaussian_filter/weights.h"
#include "shared/memory.h"

#include <float.h>

// Rows that a work-item makes.
enum { STRIP_ROWS = 4, BAND_ROWS = 16 };

enum { IMAGE, BUFFER, SEPARABLE, STRIPS, BANDS };
static const char *const VARIANTS[] = { "image", "buffer", "separable", "strips", "bands", NULL };

// The weights sum to 1.  With n = window * window of them, a sum of products of floats of at most 1
// errs by less than (n + 1) * 2^-24: one rounding per product, n additions.  Two passes have fewer.
static double gaussian_bound(size_t window)
{
    return (double)(window * window + 1) * FLT_EPSILON / 2.0;
}

// 8 bits: floor(sum / 4^shift + 1/2), so a tie is rounded up.
static void gaussian_filter_ref(plane *out, const plane *in, plane_border border,
                                const gaussian_weights *weights)
{
    const size_t window = weights->window, pitch = in->width + window - 1;
    for (size_t c = 0; c < in->channels; c++) {
        float *padded = plane_padded(in, c, window / 2, border);
        for (size_t y = 0; y < in->height; y++)
            for (size_t x = 0; x < in->width; x++) {
                double sum = 0.0;
                for (size_t j = 0; j < window; j++)
                    for (size_t i = 0; i < window; i++)
                        sum += (double)(weights->w[j] * weights->w[i]) *
                               padded[(y + j) * pitch + x + i];
                plane_set(out, x, y, c, ldexp(sum, -2 * weights->shift));
            }
        free(padded);
    }
}

static cl_kernel make_kernel(const filter_memory *m, cl_program program, const char *part)
{
    char name[64];
    snprintf(name, sizeof name, "gaussian_filter_%s", part);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof m->d_out, &m->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof m->d_in, &m->d_in));
    if (!m->images) OCL_CHECK(clSetKernelArg(kernel, 2, sizeof m->shape, &m->shape));
    return kernel;
}

// image, buffer: one work-item per pixel.  strips: one per 16 bytes of STRIP_ROWS rows.  bands: one
// per BAND_ROWS rows.
static void run_kernel(filter_job *j, cl_program program, int variant)
{
    const char *name = VARIANTS[variant];
    filter_memory m;
    if (!filter_memory_open(&m, j, name, variant == IMAGE)) return;
    cl_kernel kernel = make_kernel(&m, program, name);
    const size_t each[][2] = { [IMAGE] = { 1, 1 },
                               [BUFFER] = { 1, 1 },
                               [STRIPS] = { 16 / j->in.pixel_bytes, STRIP_ROWS },
                               [BANDS] = { j->in.width, BAND_ROWS } };
    const ocl_range_2d range = filter_range(j, kernel, each[variant]);
    const double least_ns = ocl_pace_estimate(&j->pace, kernel, &range);
    if (ocl_pace_allows(&j->pace, j->report, name, least_ns)) {
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; ocl_pace_again(&j->pace, run); run++) {
            cl_event done;
            filter_memory_poison(&m, run);
            OCL_CHECK(clEnqueueNDRangeKernel(j->env->queue, kernel, 2, NULL, range.global,
                                             range.local, 0, NULL, &done));
            ocl_times_take(&times, run, done);
            filter_memory_answer(&m, &times.answers);
        }
        filter_memory_read(&m);
        filter_report_row(j, name, &times);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    filter_memory_close(&m);
}

// Two kernels, one work-item per pixel each.  The in-order queue runs the second one after the
// first.
static void run_separable(filter_job *j, cl_program program)
{
    filter_memory m;
    filter_memory_open(&m, j, "separable", false);
    cl_kernel rows = make_kernel(&m, program, "rows");
    cl_kernel columns = make_kernel(&m, program, "columns");
    const size_t sums = j->in.width * j->in.height * j->in.channels;    // 4 bytes each
    cl_mem d_rows = ocl_buffer(j->env, CL_MEM_READ_WRITE, sums * sizeof(cl_int), NULL);
    OCL_CHECK(clSetKernelArg(rows, 0, sizeof d_rows, &d_rows));
    OCL_CHECK(clSetKernelArg(columns, 1, sizeof d_rows, &d_rows));

    const ocl_range_2d range = filter_range(j, rows, (size_t[]){ 1, 1 });
    const double least_ns =
        ocl_pace_estimate(&j->pace, rows, &range) + ocl_pace_estimate(&j->pace, columns, &range);
    if (ocl_pace_allows(&j->pace, j->report, "separable", least_ns)) {
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; ocl_pace_again(&j->pace, run); run++) {
            cl_event first, last;
            filter_memory_poison(&m, run);
            ocl_poison_run(j->env->queue, d_rows, sums * sizeof(cl_int), run);
            OCL_CHECK(clEnqueueNDRangeKernel(j->env->queue, rows, 2, NULL, range.global,
                                             range.local, 0, NULL, &first));
            OCL_CHECK(clEnqueueNDRangeKernel(j->env->queue, columns, 2, NULL, range.global,
                                             range.local, 0, NULL, &last));
            ocl_times_take_span(&times, run, first, last);
            filter_memory_answer(&m, &times.answers);
        }
        filter_memory_read(&m);
        filter_report_row(j, "separable", &times);
    }
    OCL_CHECK(clReleaseMemObject(d_rows));
    OCL_CHECK(clReleaseKernel(columns));
    OCL_CHECK(clReleaseKernel(rows));
    filter_memory_close(&m);
}

// Whether this variant is asked for, and can run: its weights are fixed.
static bool wants_121(filter_job *j, const gaussian_weights *weights, const char *variant)
{
    if (!ocl_wants(&j->settings->options, variant)) return false;
    if (weights->shift == 2) return filter_wants_3x3(j, variant);
    filter_leave_out(j, variant, OCL_EXIT_USAGE, "its weights are 1 2 1 only, without --sigma");
    return false;
}

int main(int argc, char **argv)
{
    double sigma = 0.0;
    const ocl_option own[] = { { .usage = "-g, --sigma S: of the Gaussian, in pixels; 0: weights "
                                          "1 2 1, or what suits --window",
                                 .real = &sigma },
                               { .usage = NULL } };
    ocl_about about = { .name = "gaussian_filter",
                        .summary = "Blurs a picture: each pixel becomes a Gaussian mean.",
                        .variants = VARIANTS,
                        .own = own };
    const filter_settings settings = filter_parse(argc, argv, &about, FILTER_WINDOWS);
    const ocl_options *opt = &settings.options;
    if (sigma < 0.0) ocl_exit(OCL_EXIT_USAGE, "--sigma %g: give a positive number", sigma);
    const gaussian_weights weights = gaussian_weights_of(settings.window, sigma);
    ocl_env env = ocl_open(opt);
    filter_job job = filter_open(&env, &settings);
    job.bound = gaussian_bound(settings.window);
    if (settings.window > 3 || weights.shift != 2) job.pace.last = "separable";
    OCL_TIME_REFERENCE(job.report, gaussian_filter_ref(&job.ref, &job.in,
                                                       (plane_border)settings.border, &weights));

    char macros[256], table[256];
    filter_build_options(macros, &settings);
    gaussian_build_options(table, &weights);
    cl_program program = ocl_build(&env, "gaussian_filter.cl", "%s %s -DROWS=%d -DVECTORS=0",
                                   macros, table, STRIP_ROWS);
    if (ocl_wants(opt, "image")) run_kernel(&job, program, IMAGE);
    if (ocl_wants(opt, "buffer")) run_kernel(&job, program, BUFFER);
    if (ocl_wants(opt, "separable")) run_separable(&job, program);
    if (wants_121(&job, &weights, "strips")) run_kernel(&job, program, STRIPS);
    if (wants_121(&job, &weights, "bands")) {
        cl_program with_vectors =
            ocl_build(&env, "gaussian_filter.cl", "%s %s -DROWS=%d -DAHEAD=%d -DVECTORS=1", macros,
                      table, BAND_ROWS, filter_rows_ahead(&job));
        run_kernel(&job, with_vectors, BANDS);
        OCL_CHECK(clReleaseProgram(with_vectors));
    }

    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return filter_close(&job);
}
