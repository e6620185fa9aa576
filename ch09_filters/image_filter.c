// SPDX-License-Identifier: MIT
//
// image_filter - one kernel is every filter that adds weighted pixels: the weights are an argument.
//
// Shows   a mean, a Gaussian and a streak by one kernel that is built once; the same kernel on
//         images that store their channels in another order; what to do where neighbours are
//         missing: take the nearest pixel, take the pixel itself, or leave the border out
// Uses    clCreateImage, clSetKernelArg, clEnqueueFillImage, clEnqueueReadImage;
//         clEnqueueNDRangeKernel with an offset; read_imagef, write_imagef, sampler_t
// Try     image_filter -f streak -V RGBA -o streak.png
//         image_filter -f mean -V discard -o frame.png

#include "ocl.h"

#include "image_filter/filters.h"

#include <float.h>

enum { GROUP_WIDTH = 32, GROUP_HEIGHT = 8 };

// What stands for a neighbour that is missing: the nearest pixel; the pixel itself; or nothing, and
// the pixel is not made.
typedef enum { EDGE, CENTRE, DISCARD } border;

typedef struct {
    cl_channel_order order;
    border border;
    const char *kernel;
} variant;

static const variant VARIANT[] = {
    { CL_RGBA, EDGE, "image_filter_edge" },     { CL_BGRA, EDGE, "image_filter_edge" },
    { CL_ARGB, EDGE, "image_filter_edge" },     { CL_R, EDGE, "image_filter_edge" },
    { CL_RGBA, CENTRE, "image_filter_centre" }, { CL_RGBA, DISCARD, "image_filter_edge" },
};
static const char *const VARIANTS[] = { "RGBA", "BGRA", "ARGB", "R", "centre", "discard", NULL };

typedef struct {
    const ocl_env *env;
    ocl_pace pace;
    ocl_report *report;
    ocl_picture in, out;
    size_t pixels;
    uint8_t *grey;       // the picture as CL_R
    float *got, *ref;    // channels of pixels, 0 to 255
    cl_program program;
} lesson;

static const size_t ORIGIN[3] = { 0, 0, 0 };
static const float BLACK[4] = { 0.0f, 0.0f, 0.0f, 1.0f };

static ptrdiff_t nearest(ptrdiff_t i, ptrdiff_t n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

// Nothing is rounded but to float.
static void image_filter_ref(float *ref, const lesson *l, const variant *v, const filter *f)
{
    const uint8_t *in = v->order == CL_R ? l->grey : l->in.rgba;
    const size_t channels = channels_of(v->order);
    const ptrdiff_t width = (ptrdiff_t)l->in.width, height = (ptrdiff_t)l->in.height;
    const ptrdiff_t radius = f->window / 2;
    for (ptrdiff_t y = 0; y < height; y++)
        for (ptrdiff_t x = 0; x < width; x++)
            for (size_t c = 0; c < channels; c++) {
                double sum = 0.0;
                bool whole = true;    // the window lies inside of the picture
                for (ptrdiff_t k = 0; k < f->window * f->window; k++) {
                    ptrdiff_t column = x + k % f->window - radius;
                    ptrdiff_t row = y + k / f->window - radius;
                    const bool inside = row >= 0 && row < height && column >= 0 && column < width;
                    whole = whole && inside;
                    row = !inside && v->border == CENTRE ? y : nearest(row, height);
                    column = !inside && v->border == CENTRE ? x : nearest(column, width);
                    sum +=
                        (double)f->weights[k] * in[(size_t)(row * width + column) * channels + c];
                }
                if (v->border == DISCARD && !whole) sum = 255.0 * (double)BLACK[c];
                ref[(size_t)(y * width + x) * channels + c] = (float)sum;
            }
}

// A device may write the nearest of 255 steps, or one that is 0.6 of a step away (OpenCL 1.2,
// 8.3.1.1).  It reads a channel with an error of 1.5 ULP, and rounds each product and each sum of
// numbers below 1.
static double bound_of(const filter *f)
{
    return 0.6 + 255.0 * (f->window * f->window + 3) * FLT_EPSILON;
}

// Compares what the device made, in the order of its image, and keeps it for --output.
static ocl_result verify(lesson *l, const char *name, const uint8_t *packed, const variant *v,
                         const filter *f)
{
    const size_t channels = channels_of(v->order);
    unpack(&l->out, packed, v->order);
    for (size_t i = 0; i < channels * l->pixels; i++)
        l->got[i] = channels == 1 ? l->out.rgba[4 * i] : l->out.rgba[i];
    const ocl_grid grid = { channels * l->in.width, l->in.height };
    return ocl_verify_grid_f32(name, l->got, l->ref, grid, bound_of(f));
}

// Filters an image with the variant's order.  The kernel has its weights and its window.
static void run_filter(lesson *l, cl_kernel kernel, const variant *v, const filter *f,
                       const char *name)
{
    const size_t width = l->in.width, height = l->in.height, region[3] = { width, height, 1 };
    const cl_image_format format = { v->order, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = width,
                                 .image_height = height };
    cl_command_queue queue = l->env->queue;
    uint8_t *packed = pack(&l->in, v->order);
    cl_int err;
    cl_mem d_out =
        OCL_CREATE(clCreateImage(l->env->context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &err));
    cl_mem d_in = OCL_CREATE(clCreateImage(l->env->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                           &format, &desc, packed, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));

    // With DISCARD the range begins behind the border and ends before it.
    const size_t margin = v->border == DISCARD ? (size_t)f->window / 2 : 0;
    const bool any = width > 2 * margin && height > 2 * margin;
    const size_t offset[2] = { margin, margin }, wanted[2] = { GROUP_WIDTH, GROUP_HEIGHT };
    const cl_int2 end = { { (cl_int)(width - margin), (cl_int)(height - margin) } };
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof end, &end));
    ocl_range_2d range;
    ocl_local_size_2d(kernel, l->env->device, wanted, range.local);
    ocl_global_size_2d((size_t[]){ any ? width - 2 * margin : 1, any ? height - 2 * margin : 1 },
                       range.local, SIZE_MAX, range.global);

    const double least_ns = ocl_pace_estimate(&l->pace, kernel, &range);
    if (ocl_pace_allows(&l->pace, l->report, VARIANTS[v - VARIANT], least_ns)) {
        ocl_trial t = ocl_trial_open(l->env, name, d_out, 0);
        while (ocl_trial_next(&t)) {
            if (margin > 0)
                OCL_CHECK(clEnqueueFillImage(queue, d_out, BLACK, ORIGIN, region, 0, NULL,
                                             any ? NULL : &t.done));
            if (any)
                OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, offset, range.global,
                                                 range.local, 0, NULL, &t.done));
        }
        OCL_CHECK(
            clEnqueueReadImage(queue, d_out, CL_TRUE, ORIGIN, region, 0, 0, packed, 0, NULL, NULL));
        const ocl_work work = { .amount = (double)l->pixels, .unit = "Mpixel/s" };
        ocl_trial_report(&t, l->report, &work, verify(l, name, packed, v, f));
    }
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    free(packed);
}

// One kernel for all filters: only two arguments change from one to the next.
static void run_variant(lesson *l, size_t number, const cl_mem d_weights[FILTERS], size_t chosen)
{
    const variant *v = &VARIANT[number];
    const cl_image_format format = { v->order, CL_UNORM_INT8 };
    if (!ocl_has_image_format(l->env, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, format) ||
        !ocl_has_image_format(l->env, CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, format)) {
        if (!ocl_wants(l->env->options, "all"))
            ocl_exit(OCL_EXIT_SKIP, "%s: the device has no images of this order", VARIANTS[number]);
        ocl_report_note(l->report, "%s is left out: the device has no images of this order",
                        VARIANTS[number]);
        return;
    }
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, v->kernel, &err));
    for (size_t i = 0; i < FILTERS; i++) {
        const filter *f = &FILTER[i];
        if (chosen != 0 && chosen != i + 1) continue;
        char name[32];
        snprintf(name, sizeof name, "%s %s", VARIANTS[number], f->name);
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_weights[i], &d_weights[i]));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof f->window, &f->window));
        image_filter_ref(l->ref, l, v, f);
        run_filter(l, kernel, v, f, name);
    }
    OCL_CHECK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE, chosen = 0;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern),
                               { .usage = "-f, --filter NAME: all, or one of them",
                                 .choice = &chosen,
                                 .choices = FILTER_NAMES },
                               { 0 } };
    const ocl_about about = { .name = "image_filter",
                              .summary = "Filters images with weights that are arguments.",
                              .accepts = "dniorVks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 1, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    lesson l = { .env = &env, .pace = ocl_pace_open(&env) };
    l.in = ocl_input_picture(&env, pattern, "astronaut.bmp");
    ocl_require_image_2d(env.device, (size_t[]){ l.in.width, l.in.height });
    l.pixels = (size_t)l.in.width * l.in.height;
    const double bytes = 4.0 * (double)l.pixels;
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 12.0 * bytes);
    ocl_message why;
    if (!ocl_picture_alloc(&l.out, l.in.width, l.in.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    l.grey = pack(&l.in, CL_R);
    l.got = ocl_alloc(4 * l.pixels * sizeof *l.got);
    l.ref = ocl_alloc(4 * l.pixels * sizeof *l.ref);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", l.in.width);
    ocl_report_count(l.report, "height", l.in.height);

    l.program = ocl_build(&env, "image_filter.cl", "%s", "");
    cl_mem d_weights[FILTERS];
    for (size_t i = 0; i < FILTERS; i++)
        d_weights[i] =
            ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof FILTER[i].weights, FILTER[i].weights);
    for (size_t v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v, d_weights, chosen);
    if (opt.output) ocl_output_picture(&l.out, opt.output);

    for (size_t i = 0; i < FILTERS; i++)
        OCL_CHECK(clReleaseMemObject(d_weights[i]));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(l.ref);
    free(l.got);
    free(l.grey);
    ocl_picture_free(&l.out);
    ocl_picture_free(&l.in);
    return ocl_report_close(l.report);
}
