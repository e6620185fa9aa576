// SPDX-License-Identifier: MIT
//
// convolution_fft - filters a picture with N x N numbers by way of a Fourier transform.
//
// Shows   how a sum over N rows becomes one product per frequency; a transform in registers or in
//         the first cache; bands that overlap; a picture that passes through two small buffers,
//         part by part, so that these stay in the cache
// Uses    clCreateBuffer, clSetKernelArg, clEnqueueNDRangeKernel, -D for sizes, events for times
// Try     convolution_fft -f disc -w 64 -o out.png; convolution_fft --chart times.png
//         convolution_fft -n 3840x2160 -f random -w 17, and the same with convolution_ladder

#include "ocl.h"

#include "convolution_fft/transform.h"
#include "shared/convolution/chart.h"

static const char *const VARIANTS[] = { "columns", NULL };

// Of the chart; convolution_parse says why in this order.
static const size_t WIDTHS[] = { 2, 32, 17, 64, 8, 48, 24, 28, 40, 29, 56, 4, 12, 36, 20, 0 };

typedef struct {
    const ocl_env *env;
    ocl_pace *pace;
    ocl_report *report;
    convolution_picture *picture;
    const convolution_filter *filter;
    transform_plan plan;
    double bound;    // of a pixel's error
    cl_kernel forward, product, back;
    cl_mem d_out, d_in, d_spectrum, d_result, d_roots, d_taps;
} lesson;

// A kernel, its buffers, and its work-items for a pair of bands.
typedef struct {
    cl_kernel kernel;
    cl_mem to, from, table;
    size_t columns, rows;
} step;

// Launches it for `pairs` pairs, `first` and the next ones.
static void enqueue(const lesson *l, const step *s, size_t first, size_t pairs, cl_event *done)
{
    const convolution_picture *p = l->picture;
    const cl_uint4 shape = { { (cl_uint)p->width, (cl_uint)p->height, (cl_uint)p->pitch,
                               (cl_uint)first } };
    OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof s->to, &s->to));
    OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof s->from, &s->from));
    OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof s->table, &s->table));
    OCL_CHECK(clSetKernelArg(s->kernel, 3, sizeof shape, &shape));

    const size_t extents[] = { s->columns, s->rows * pairs };
    const size_t wanted[] = { l->plan.cpu ? 1 : 64, 1 };
    ocl_range_2d range;
    ocl_local_size_2d(s->kernel, l->env->device, wanted, range.local);
    ocl_global_size_2d(extents, range.local, SIZE_MAX, range.global);
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, s->kernel, 2, NULL, range.global, range.local,
                                     0, NULL, done));
}

// Some pairs of bands go all the way, then the next ones, in the same two buffers.  The queue is in
// order: nothing is overwritten that is still to be read.
static void filter_picture(const lesson *l, cl_event *begin, cl_event *end)
{
    const transform_plan *plan = &l->plan;
    const size_t vectors = ocl_divide_up(l->picture->width, plan->lanes);
    const size_t spectrum_columns = transform_columns(plan, l->picture);
    const step forward = { .kernel = l->forward,
                           .to = l->d_spectrum,
                           .from = l->d_in,
                           .table = l->d_roots,
                           .columns = ocl_divide_up(spectrum_columns, plan->lanes),
                           .rows = 1 };
    const step product = { .kernel = l->product,
                           .to = l->d_result,
                           .from = l->d_spectrum,
                           .table = l->d_taps,
                           .columns = ocl_divide_up(vectors, plan->block),
                           .rows = plan->size };
    const step back = { .kernel = l->back,
                        .to = l->d_out,
                        .from = l->d_result,
                        .table = l->d_roots,
                        .columns = vectors,
                        .rows = 1 };
    for (size_t first = 0; first < plan->pairs; first += plan->pairs_at_once) {
        const size_t pairs = ocl_smaller(plan->pairs_at_once, plan->pairs - first);
        enqueue(l, &forward, first, pairs, first == 0 ? begin : NULL);
        enqueue(l, &product, first, pairs, NULL);
        enqueue(l, &back, first, pairs, first + pairs == plan->pairs ? end : NULL);
    }
}

// Filters, to warm up and then for the time; reads and verifies the last answer.
static void run(const lesson *l, const char *name)
{
    convolution_picture *p = l->picture;
    const convolution_goal goal = { .bound = l->bound,
                                    .limit = transform_limit(l->env, &l->plan, p->n) };
    const double least_ns = 1e3 * (double)(p->width * p->height) / goal.limit;
    if (!ocl_pace_allows(l->pace, l->report, VARIANTS[0], least_ns)) return;

    ocl_trial t = ocl_trial_open(l->env, name, l->d_out, p->out_bytes);
    ocl_trial_scratch(&t, l->d_spectrum, l->plan.spectrum_bytes);
    ocl_trial_scratch(&t, l->d_result, l->plan.spectrum_bytes);
    while (ocl_trial_next(&t))
        filter_picture(l, &t.first, &t.done);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_out, CL_TRUE, 0, p->out_bytes, p->out, 0,
                                  NULL, NULL));
    convolution_report_trial(l->report, &t, p, &goal);
}

// Buffers and kernels for a filter of this width, on the picture that is padded for it.
static void open_lesson(lesson *l)
{
    const ocl_env *env = l->env;
    const convolution_picture *p = l->picture;
    l->plan = transform_choose(env->device, p);
    const size_t number = sizeof(cl_float2), between = l->plan.spectrum_bytes;
    ocl_require_memory(env->device, (double)between,
                       (double)(p->in_bytes + p->out_bytes + 2 * between), 0.0);
    cl_float2 *roots = transform_roots(&l->plan);
    cl_float2 *taps = transform_filter(&l->plan, l->filter);
    l->bound = transform_bound(&l->plan, p, l->filter, taps);

    cl_int err;
    l->d_out =
        OCL_CREATE(clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, p->out_bytes, NULL, &err));
    l->d_spectrum =
        OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, between, NULL, &err));
    l->d_result = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, between, NULL, &err));
    l->d_in = ocl_buffer(env, CL_MEM_READ_ONLY, p->in_bytes, p->in);
    l->d_roots = ocl_buffer(env, CL_MEM_READ_ONLY, l->plan.size * number, roots);
    l->d_taps = ocl_buffer(env, CL_MEM_READ_ONLY, l->plan.size * p->n * number, taps);
    free(taps);
    free(roots);

    cl_program program = transform_build(env, &l->plan, p->n);
    l->forward = OCL_CREATE(clCreateKernel(program, "convolution_fft_forward", &err));
    l->product = OCL_CREATE(clCreateKernel(program, "convolution_fft_product", &err));
    l->back = OCL_CREATE(clCreateKernel(program, "convolution_fft_back", &err));
    OCL_CHECK(clReleaseProgram(program));    // the kernels keep it
}

static void close_lesson(const lesson *l)
{
    OCL_CHECK(clReleaseKernel(l->back));
    OCL_CHECK(clReleaseKernel(l->product));
    OCL_CHECK(clReleaseKernel(l->forward));
    OCL_CHECK(clReleaseMemObject(l->d_taps));
    OCL_CHECK(clReleaseMemObject(l->d_roots));
    OCL_CHECK(clReleaseMemObject(l->d_in));
    OCL_CHECK(clReleaseMemObject(l->d_result));
    OCL_CHECK(clReleaseMemObject(l->d_spectrum));
    OCL_CHECK(clReleaseMemObject(l->d_out));
}

static void convolve(lesson l, const convolution_settings *s)
{
    char name[64];
    convolution_row_name(name, s, VARIANTS[0]);
    convolution_pad(l.picture, l.filter->n, (convolution_border)s->border);
    open_lesson(&l);    // refuses what is too large, before the references take their time
    convolution_references(l.report, l.picture, l.filter);
    run(&l, name);
    close_lesson(&l);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "convolution_fft",
                              .summary = "Filters a grey picture by a Fourier transform.",
                              .variants = VARIANTS };
    convolution_settings s = convolution_parse(argc, argv, &about, WIDTHS);
    ocl_env env = ocl_open(&s.options);
    ocl_pace pace = ocl_pace_open(&env);
    convolution_picture picture = convolution_picture_open(&env, &s);
    ocl_report *report = ocl_report_open(&s.options, env.device);
    const lesson l = {
        .env = &env, .pace = &pace, .report = report, .picture = &picture, .filter = &s.filter
    };
    convolution_report(report, &s, &picture);

    while (convolution_next_filter(&s, report, pace.end_ns))
        convolve(l, &s);
    if (s.chart) convolution_draw(report, s.chart, VARIANTS);
    if (s.options.output) convolution_write(&picture, s.options.output);

    convolution_picture_close(&picture);
    ocl_close(&env);
    return ocl_report_close(report);
}
