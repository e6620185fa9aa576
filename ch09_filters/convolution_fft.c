// SPDX-License-Identifier: MIT
//
// convolution_fft - filters a picture with N x N numbers by way of a Fourier transform.
//
// Shows   how a sum over N rows becomes one product per frequency; a transform in registers or in
//         the first cache; bands that overlap; a picture that passes through two small buffers,
//         part by part, so that these stay in the cache
// Uses    clCreateBuffer, clSetKernelArg, clEnqueueNDRangeKernel, -D for sizes, events for times
// Try     convolution_fft -f disc -w 64 -o out.png; convolution_fft --chart times.png
//         convolution_fft -n 3840x2160 -f random -w 17, and the same with convolution

#include "ocl.h"

#include "convolution_fft/transform.h"
#include "shared/convolution/chart.h"

static const char *const VARIANTS[] = { "columns", NULL };

// Of the chart; convolution_parse says why in this order.
static const size_t WIDTHS[] = { 2, 64, 17, 32, 8, 48, 24, 28, 40, 29, 56, 4, 12, 36, 20, 0 };

// A filter at work on a picture.
typedef struct {
    const ocl_env *env;
    ocl_pace *pace;
    ocl_report *report;
    convolution_picture *p;
    const convolution_filter *f;
    transform_plan plan;
    double bound;    // of a pixel's error
    cl_kernel forward, product, back;
    cl_mem d_out, d_in, d_spectrum, d_result, d_roots, d_taps;
} work;

// A kernel, its buffers, and its work-items for a pair of bands.
typedef struct {
    cl_kernel kernel;
    cl_mem to, from, table;
    size_t columns, rows;
} step;

// Launches it for `pairs` pairs, `first` and the next ones.
static void enqueue(const work *w, const step *s, size_t first, size_t pairs, cl_event *done)
{
    const cl_uint4 shape = { { (cl_uint)w->p->width, (cl_uint)w->p->height, (cl_uint)w->p->pitch,
                               (cl_uint)first } };
    OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof s->to, &s->to));
    OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof s->from, &s->from));
    OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof s->table, &s->table));
    OCL_CHECK(clSetKernelArg(s->kernel, 3, sizeof shape, &shape));

    const size_t extents[] = { s->columns, s->rows * pairs };
    const size_t wanted[] = { w->plan.cpu ? 1 : 64, 1 };
    ocl_range_2d range;
    ocl_local_size_2d(s->kernel, w->env->device, wanted, range.local);
    ocl_global_size_2d(extents, range.local, SIZE_MAX, range.global);
    OCL_CHECK(clEnqueueNDRangeKernel(w->env->queue, s->kernel, 2, NULL, range.global, range.local,
                                     0, NULL, done));
}

// Some pairs of bands go all the way, then the next ones, in the same two buffers.  The queue is in
// order: nothing is overwritten that is still to be read.
static void filter_picture(const work *w, cl_event *begin, cl_event *end)
{
    const transform_plan *plan = &w->plan;
    const size_t width = w->p->width, vectors = ocl_divide_up(width, plan->lanes);
    const step forward = { .kernel = w->forward,
                           .to = w->d_spectrum,
                           .from = w->d_in,
                           .table = w->d_roots,
                           .columns = ocl_divide_up(transform_columns(plan, w->p), plan->lanes),
                           .rows = 1 };
    const step product = { .kernel = w->product,
                           .to = w->d_result,
                           .from = w->d_spectrum,
                           .table = w->d_taps,
                           .columns = ocl_divide_up(vectors, plan->block),
                           .rows = plan->size };
    const step back = { .kernel = w->back,
                        .to = w->d_out,
                        .from = w->d_result,
                        .table = w->d_roots,
                        .columns = vectors,
                        .rows = 1 };
    for (size_t first = 0; first < plan->pairs; first += plan->pairs_at_once) {
        const size_t pairs = ocl_smaller(plan->pairs_at_once, plan->pairs - first);
        enqueue(w, &forward, first, pairs, first == 0 ? begin : NULL);
        enqueue(w, &product, first, pairs, NULL);
        enqueue(w, &back, first, pairs, first + pairs == plan->pairs ? end : NULL);
    }
}

// Filters, to warm up and then for the time; reads and verifies the last answer.
static void run(const work *w, const char *name)
{
    const cl_command_queue queue = w->env->queue;
    convolution_picture *p = w->p;
    const size_t pixels = p->width * p->height;
    const double limit = transform_limit(w->env, &w->plan, w->f->n);
    if (!ocl_pace_allows(w->pace, w->report, VARIANTS[0], 1e3 * (double)pixels / limit)) return;
    ocl_times times = { .runs = 0 };
    for (size_t i = 0; ocl_pace_again(w->pace, i); i++) {
        ocl_poison_run(queue, w->d_out, p->out_bytes, i);
        cl_event begin, end;
        filter_picture(w, &begin, &end);
        ocl_times_take_span(&times, i, begin, end);
        ocl_answers_add(&times.answers, queue, w->d_out, p->out_bytes);
    }
    OCL_CHECK(
        clEnqueueReadBuffer(queue, w->d_out, CL_TRUE, 0, p->out_bytes, p->out, 0, NULL, NULL));
    const ocl_grid grid = { p->width, p->height };
    ocl_report_row(w->report, &(ocl_row){ .name = name,
                                          .times = &times,
                                          .work = (double)pixels,
                                          .unit = "Mpixel/s",
                                          .limit = limit,
                                          .result = ocl_verify_grid_f32(name, p->out, p->ref, grid,
                                                                        w->bound) });
}

// Buffers and kernels for a filter of this width, on the picture that is padded for it.
static void open_work(work *w)
{
    const ocl_env *env = w->env;
    const convolution_picture *p = w->p;
    w->plan = transform_choose(env->device, p);
    const size_t number = sizeof(cl_float2), between = w->plan.spectrum_bytes;
    ocl_require_memory(env->device, (double)between,
                       (double)(p->in_bytes + p->out_bytes + 2 * between), 0.0);
    cl_float2 *roots = transform_roots(&w->plan), *taps = transform_filter(&w->plan, w->f);
    cl_int err;
    w->d_out =
        OCL_CREATE(clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, p->out_bytes, NULL, &err));
    w->d_spectrum =
        OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, between, NULL, &err));
    w->d_result = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, between, NULL, &err));
    w->d_in = ocl_buffer(env, CL_MEM_READ_ONLY, p->in_bytes, p->in);
    w->d_roots = ocl_buffer(env, CL_MEM_READ_ONLY, w->plan.size * number, roots);
    w->d_taps = ocl_buffer(env, CL_MEM_READ_ONLY, w->plan.size * p->n * number, taps);
    w->bound = transform_bound(&w->plan, p, w->f, taps);
    free(roots);
    free(taps);
    cl_program program = transform_build(env, &w->plan, p->n);
    w->forward = OCL_CREATE(clCreateKernel(program, "convolution_fft_forward", &err));
    w->product = OCL_CREATE(clCreateKernel(program, "convolution_fft_product", &err));
    w->back = OCL_CREATE(clCreateKernel(program, "convolution_fft_back", &err));
    OCL_CHECK(clReleaseProgram(program));    // the kernels keep it
}

static void close_work(const work *w)
{
    const cl_mem buffers[] = {
        w->d_taps, w->d_roots, w->d_in, w->d_result, w->d_spectrum, w->d_out
    };
    const cl_kernel kernels[] = { w->back, w->product, w->forward };
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        OCL_CHECK(clReleaseKernel(kernels[i]));
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        OCL_CHECK(clReleaseMemObject(buffers[i]));
}

static void convolve(work w, const convolution_settings *s)
{
    char name[64];
    snprintf(name, sizeof name, s->chart ? "%s %zu" : "%s", VARIANTS[0], w.f->n);
    convolution_pad(w.p, w.f->n, (convolution_border)s->border);
    convolution_references(w.report, w.p, w.f);
    open_work(&w);
    run(&w, name);
    close_work(&w);
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
    const work w = { .env = &env, .pace = &pace, .report = report, .p = &picture, .f = &s.filter };
    convolution_report(report, &s, &picture);

    if (!s.chart) convolve(w, &s);
    for (size_t i = 0; s.chart && WIDTHS[i]; i++) {
        if (i > 1 && ocl_wall_ns() > pace.end_ns) break;
        convolution_filter_make(&s.filter, s.filter_name, WIDTHS[i], s.options.seed + 1);
        convolve(w, &s);
    }
    if (s.chart) convolution_draw(report, s.chart, VARIANTS);
    if (s.options.output) convolution_write(&picture, s.options.output);

    convolution_picture_close(&picture);
    ocl_close(&env);
    return ocl_report_close(report);
}
