// SPDX-License-Identifier: MIT
//
// binning - shrinks a grey picture: each square of k x k pixels becomes one sum.
//
// Shows   scatter, where each pixel looks for its bin, against gather, where each bin looks for its
//         pixels; bins at the edge that have fewer pixels; sums of columns in local memory
// Uses    clCreateBuffer, clCreateKernel, clSetKernelArg, local memory as an argument,
//         clEnqueueFillBuffer, clEnqueueReadBuffer, atomic_add
// Try     binning -f 8 -o small.png; binning -f 8 --mosaic -o mosaic.png
//         binning -n 3840x2160; binning -f 64 -n 3840x2160

#include "ocl.h"

#include "shared/filter/plane.h"

// With at most 2048 * 2048 pixels the largest sum is 255 * 2^22, which fits a uint.
enum { GROUP_WIDTH = 32, GROUP_HEIGHT = 8, MAX_FACTOR = 2048 };

enum { SCATTER, GATHER, COLUMNS, VARIANT_COUNT };
static const char *const VARIANTS[] = { "scatter", "gather", "columns", NULL };

typedef struct {
    const ocl_env *env;
    ocl_pace pace;
    ocl_report *report;
    plane in;
    size_t factor, bins[2];    // pixels per side of a bin; bins per row, rows of bins
    uint32_t *out, *ref;
    cl_mem d_out, d_in;
    cl_program program;
} lesson;

static size_t bin_count(const lesson *l)
{
    return l->bins[0] * l->bins[1];
}

static void binning_ref(const lesson *l)
{
    const uint8_t *in = l->in.data;
    memset(l->ref, 0, bin_count(l) * sizeof *l->ref);
    for (size_t y = 0; y < l->in.height; y++)
        for (size_t x = 0; x < l->in.width; x++)
            l->ref[y / l->factor * l->bins[0] + x / l->factor] += in[y * l->in.width + x];
}

// The NDRange of a variant: per pixel, or per bin.  For `columns` the work-items of a group are in
// one row, and so many that their sums fit into local memory.  Sets the local argument, too.
static ocl_range_2d choose_range(const lesson *l, size_t variant, cl_kernel kernel)
{
    const size_t pixels[2] = { l->in.width, l->in.height };
    size_t wanted[2] = { GROUP_WIDTH, GROUP_HEIGHT };
    ocl_range_2d range;
    if (variant == COLUMNS) {
        const size_t bytes_each = l->factor * sizeof(cl_uint);
        const size_t fit = ocl_local_left(kernel, l->env->device) / bytes_each;
        wanted[0] = ocl_smaller(ocl_smaller(64, l->bins[0]), fit);
        wanted[1] = 1;
    }
    ocl_local_size_2d(kernel, l->env->device, wanted, range.local);
    ocl_global_size_2d(variant == SCATTER ? pixels : l->bins, range.local, SIZE_MAX, range.global);
    if (variant == COLUMNS)
        OCL_CHECK(clSetKernelArg(kernel, 5, range.local[0] * l->factor * sizeof(cl_uint), NULL));
    return range;
}

static void run_variant(lesson *l, size_t variant)
{
    const size_t bytes = bin_count(l) * sizeof *l->out;
    const cl_int2 size = { { (cl_int)l->in.width, (cl_int)l->in.height } };
    const cl_int2 bins = { { (cl_int)l->bins[0], (cl_int)l->bins[1] } };
    const cl_int factor = (cl_int)l->factor;
    cl_command_queue queue = l->env->queue;
    char name[32];
    snprintf(name, sizeof name, "binning_%s", VARIANTS[variant]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_in, &l->d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof size, &size));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof bins, &bins));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof factor, &factor));
    const ocl_range_2d range = choose_range(l, variant, kernel);

    if (ocl_pace_allows(&l->pace, l->report, VARIANTS[variant],
                        ocl_pace_estimate(&l->pace, kernel, &range))) {
        const cl_uint zero = 0;
        ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_out, bytes);
        while (ocl_trial_next(&t)) {
            if (variant == SCATTER)    // the zeros are part of its time
                OCL_CHECK(clEnqueueFillBuffer(queue, l->d_out, &zero, sizeof zero, 0, bytes, 0,
                                              NULL, &t.first));
            ocl_enqueue_2d(queue, kernel, &range, variant == SCATTER ? NULL : &t.first, &t.done);
        }
        OCL_CHECK(clEnqueueReadBuffer(queue, l->d_out, CL_TRUE, 0, bytes, l->out, 0, NULL, NULL));
        const ocl_work work = { .amount = (double)plane_bytes(&l->in) + (double)bytes,
                                .unit = "GB/s",
                                .limit = l->env->limits.read_gbs };
        ocl_trial_report(&t, l->report, &work,
                         ocl_verify_u32(VARIANTS[variant], l->out, l->ref, bin_count(l)));
    }
    OCL_CHECK(clReleaseKernel(kernel));
}

// The mean of each bin is its sum, divided by the pixels that it has: at the edges fewer.  With
// `mosaic` each pixel becomes the mean of its bin, else each bin becomes a pixel.
static void write_means(const lesson *l, bool mosaic, const char *path)
{
    const size_t each = mosaic ? 1 : l->factor;
    plane means =
        plane_new(PLANE_GREY, ocl_divide_up(l->in.width, each), ocl_divide_up(l->in.height, each));
    for (size_t y = 0; y < l->in.height; y += each)
        for (size_t x = 0; x < l->in.width; x += each) {
            const size_t column = x / l->factor, row = y / l->factor;
            const size_t across = ocl_smaller(l->factor, l->in.width - column * l->factor);
            const size_t down = ocl_smaller(l->factor, l->in.height - row * l->factor);
            plane_set(&means, x / each, y / each, 0,
                      (double)l->out[row * l->bins[0] + column] / (double)(across * down));
        }
    plane_output(&means, path);
    plane_free(&means);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE, factor = 4;
    bool mosaic = false;
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { .usage = "-f, --factor N: pixels per side of a bin, at most 2048", .count = &factor },
        { .usage = "--mosaic: --output keeps the size: each pixel is the mean of its bin",
          .flag = &mosaic,
          .needs = 'o' },
        { 0 },
    };
    const ocl_about about = { .name = "binning",
                              .summary = "Shrinks a grey picture: squares of pixels become sums.",
                              .accepts = "dniorVks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 20, .seed = 1 });
    if (factor > MAX_FACTOR)
        ocl_exit(OCL_EXIT_USAGE, "--factor %zu: give at most %d", factor, MAX_FACTOR);
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "astronaut.bmp");
    lesson l = { .env = &env,
                 .pace = ocl_pace_open(&env),
                 .in = plane_from_picture(&picture, PLANE_GREY),
                 .factor = factor };
    l.bins[0] = ocl_divide_up(l.in.width, factor);
    l.bins[1] = ocl_divide_up(l.in.height, factor);
    const size_t out_bytes = bin_count(&l) * sizeof *l.out, in_bytes = plane_bytes(&l.in);
    ocl_require_memory(env.device, fmax((double)out_bytes, (double)in_bytes),
                       (double)out_bytes + (double)in_bytes,
                       2.0 * (double)out_bytes + 6.0 * (double)in_bytes);
    l.out = ocl_alloc(out_bytes);
    l.ref = ocl_alloc(out_bytes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", l.in.width);
    ocl_report_count(l.report, "height", l.in.height);
    ocl_report_count(l.report, "factor", factor);
    OCL_TIME_REFERENCE(l.report, binning_ref(&l));

    cl_int err;
    l.program = ocl_build(&env, "binning.cl", "%s", "");
    l.d_out = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, out_bytes, NULL, &err));
    l.d_in = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                       in_bytes, l.in.data, &err));
    for (size_t v = 0; v < VARIANT_COUNT; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v);
    if (opt.output) write_means(&l, mosaic, opt.output);

    OCL_CHECK(clReleaseMemObject(l.d_in));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(l.ref);
    free(l.out);
    plane_free(&l.in);
    ocl_picture_free(&picture);
    return ocl_report_close(l.report);
}
