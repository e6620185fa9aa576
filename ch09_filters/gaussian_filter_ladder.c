// SPDX-License-Identifier: MIT
//
// gaussian_filter_ladder - a weighted mean of a window of any size, in one pass and in two.
//
// Shows   weights as integers whose sum is a power of two, so that 8-bit results are exact; a
//         filter that is separable: two passes over rows and columns replace one over a square; the
//         fast rungs of mean_filter_ladder with other weights
// Uses    clCreateBuffer, clEnqueueWriteBufferRect, clEnqueueReadBufferRect,
//         clEnqueueNDRangeKernel: two kernels with a buffer between them, timed as one; -D for a
//         table of constants; shared/runs.c makes the images and the other buffers
// Try     gaussian_filter_ladder --window 31 --sigma 5 -o blurred.png
//         gaussian_filter_ladder --window 31 --format float, and compare `buffer` with `separable`

#include "ocl.h"

#include "shared/runs.h"

#include <float.h>

enum { STRIP_ROWS = 4 };    // that a work-item makes
enum { SHIFT = 11 };        // 255 * 2^22, the largest sum, fits an int

static const double MIN_SIGMA = 0.01;    // the pixel itself has all the weight long before

static const char *const VARIANTS[] = { "image", "buffer", "separable", "strips", "bands", NULL };

// As integers, so that 8-bit results are exact.
typedef struct {
    size_t window;
    int w[MAX_WINDOW];
    int shift;    // the sum of the w is 2^shift
} gaussian_weights;

// sigma 0: the book's weights 1 2 1 for a window of 3; for others 0.3 (window / 2 - 1) + 0.8, as
// OpenCV does.  Else w is proportional to exp(-x^2 / (2 sigma^2)), rounded; the weight in the
// middle takes what is missing to 2^shift.
static gaussian_weights gaussian_weights_of(size_t window, double sigma)
{
    if (window == 3 && sigma == 0.0)
        return (gaussian_weights){ .window = 3, .w = { 1, 2, 1 }, .shift = 2 };
    const size_t radius = window / 2;
    if (sigma == 0.0) sigma = 0.3 * ((double)radius - 1.0) + 0.8;

    gaussian_weights weights = { .window = window, .shift = SHIFT };
    double real[MAX_WINDOW], sum = 0.0;
    for (size_t i = 0; i < window; i++) {
        const double x = (double)i - (double)radius;
        sum += real[i] = exp(-x * x / (2.0 * sigma * sigma));
    }
    int missing = 1 << SHIFT;
    for (size_t i = 0; i < window; i++) {
        weights.w[i] = (int)lround(real[i] / sum * (1 << SHIFT));
        missing -= weights.w[i];
    }
    weights.w[radius] += missing;
    return weights;
}

// The weights for the kernel: -D options, in `text`.
static void gaussian_build_options(char text[256], const gaussian_weights *weights)
{
    int length = snprintf(text, 256, "-DSHIFT=%d -DWEIGHTS=%d", weights->shift, weights->w[0]);
    for (size_t i = 1; i < weights->window; i++)
        length += snprintf(text + length, 256 - (size_t)length, ",%d", weights->w[i]);
}

// The weights sum to 1.  With n = window * window of them, a sum of products of floats of at most 1
// errs by less than (n + 1) * 2^-24: one rounding per product, n additions.  Two passes have fewer.
static double gaussian_bound(size_t window)
{
    return (double)(window * window + 1) * FLT_EPSILON / 2.0;
}

// 8 bits: floor(sum / 4^shift + 1/2), so a tie is rounded up.
static void gaussian_filter_ladder_ref(plane *out, const plane *in, plane_border border,
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

// Two kernels, one work-item per pixel each.  The in-order queue runs the second one after the
// first.
static void run_separable(filter_job *j, cl_program program)
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
    const size_t sum_bytes = j->in.width * j->in.height * j->in.channels * sizeof(cl_int);
    cl_mem d_rows = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_WRITE, sum_bytes, NULL, &err));

    cl_kernel rows_kernel =
        OCL_CREATE(clCreateKernel(program, "gaussian_filter_ladder_rows", &err));
    OCL_CHECK(clSetKernelArg(rows_kernel, 0, sizeof d_rows, &d_rows));
    OCL_CHECK(clSetKernelArg(rows_kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(rows_kernel, 2, sizeof shape, &shape));
    cl_kernel columns_kernel =
        OCL_CREATE(clCreateKernel(program, "gaussian_filter_ladder_columns", &err));
    OCL_CHECK(clSetKernelArg(columns_kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(columns_kernel, 1, sizeof d_rows, &d_rows));
    OCL_CHECK(clSetKernelArg(columns_kernel, 2, sizeof shape, &shape));

    // Each kernel has a limit of its own for its work-groups.
    const ocl_range_2d across = filter_range(j, rows_kernel, (size_t[]){ 1, 1 });
    const ocl_range_2d down = filter_range(j, columns_kernel, (size_t[]){ 1, 1 });
    const double least_ns = ocl_pace_estimate(&j->pace, rows_kernel, &across) +
                            ocl_pace_estimate(&j->pace, columns_kernel, &down);
    if (ocl_pace_allows(&j->pace, j->report, "separable", least_ns)) {
        ocl_trial t = filter_trial(j, "separable", d_out);
        ocl_trial_scratch(&t, d_rows, sum_bytes);
        while (ocl_trial_next(&t)) {
            OCL_CHECK(clEnqueueNDRangeKernel(queue, rows_kernel, 2, NULL, across.global,
                                             across.local, 0, NULL, &t.first));
            OCL_CHECK(clEnqueueNDRangeKernel(queue, columns_kernel, 2, NULL, down.global,
                                             down.local, 0, NULL, &t.done));
            OCL_CHECK(clEnqueueReadBufferRect(queue, d_out, CL_TRUE, device, host, region,
                                              rows.pitch, 0, 0, 0, j->out.data, 0, NULL, NULL));
        }
        filter_report_trial(j, &t);
    }

    OCL_CHECK(clReleaseKernel(columns_kernel));
    OCL_CHECK(clReleaseKernel(rows_kernel));
    OCL_CHECK(clReleaseMemObject(d_rows));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
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
    ocl_about about = { .name = "gaussian_filter_ladder",
                        .summary = "Blurs a picture: each pixel becomes a Gaussian mean.",
                        .variants = VARIANTS,
                        .own = own };
    const filter_settings settings = filter_parse(argc, argv, &about, FILTER_WINDOWS);
    const ocl_options *opt = &settings.options;
    if (sigma != 0.0 && sigma < MIN_SIGMA)
        ocl_exit(OCL_EXIT_USAGE, "--sigma %.15g: give 0, or at least %g", sigma, MIN_SIGMA);
    const gaussian_weights weights = gaussian_weights_of(settings.window, sigma);
    ocl_env env = ocl_open(opt);
    filter_job job = filter_open(&env, &settings);
    job.bound = gaussian_bound(settings.window);
    if (settings.window > 3 || weights.shift != 2) job.pace.last = "separable";
    OCL_TIME_REFERENCE(job.report, gaussian_filter_ladder_ref(
                                       &job.ref, &job.in, (plane_border)settings.border, &weights));

    char macros[256], table[256];
    filter_build_options(macros, &settings);
    gaussian_build_options(table, &weights);
    cl_program program = ocl_build(&env, "gaussian_filter_ladder.cl", "%s %s", macros, table);
    // One work-item per pixel.  The sampler takes care of the border, or the kernel.
    if (ocl_wants(opt, "image")) filter_run_image(&job, program, "gaussian_filter_ladder_image");
    if (ocl_wants(opt, "buffer"))
        filter_run_buffer(&job, program, "gaussian_filter_ladder_buffer", "buffer", 1);
    if (ocl_wants(opt, "separable")) run_separable(&job, program);
    if (wants_121(&job, &weights, "strips")) filter_run_fast(&job, "strips", STRIP_ROWS, macros);
    if (wants_121(&job, &weights, "bands")) filter_run_fast(&job, "bands", BAND_ROWS, macros);

    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return filter_close(&job);
}
