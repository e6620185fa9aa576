// SPDX-License-Identifier: MIT
//
// convolution - filters a picture with N x N numbers: ten kernels, from the plain loops on.
//
// Shows   what a compiler needs to know to unroll a loop; tiles in local memory; sums in registers;
//         a filter of rank 1 as two short filters.  convolution/sizes.c chooses the work-groups
// Uses    clCreateBuffer, clCreateKernel, clSetKernelArg, constant memory, reqd_work_group_size, -D
//         for the width of the filter, events for times
// Try     convolution -f emboss -w 5 -o out.png; convolution -i photo.bmp -f my_filter.txt
//         convolution -n 3840x2160 -f random -w 17; convolution --chart times.png

#include "ocl.h"

#include "convolution/sizes.h"
#include "shared/convolution/chart.h"
#include "shared/convolution/picture.h"

// Of the chart; convolution_parse says why in this order.
static const size_t WIDTHS[] = { 2, 32, 16, 8, 24, 4, 12, 17, 5, 3, 9, 28, 20, 31, 15, 7, 0 };

// A filter at work on a picture.
typedef struct {
    const ocl_env *env;
    ocl_pace *pace;
    ocl_report *report;
    convolution_picture *p;
    const convolution_filter *f;
    convolution_sizes sizes;
    cl_program program;
    cl_mem d_out, d_in, d_filter;
    cl_mem d_between, d_factors;    // of the two rungs for separable filters
} work;

// A launch: the kernel with its arguments, and the NDRange.
typedef struct {
    cl_kernel kernel;
    ocl_range_2d range;
} step;

// False when the device cannot run the kernel's work-group.
static bool make_step(const work *w, step *s, size_t kernel, const cl_mem buffers[3])
{
    char name[64];
    snprintf(name, sizeof name, "convolution_%s", convolution_kernel_name(kernel));
    cl_int err;
    s->kernel = OCL_CREATE(clCreateKernel(w->program, name, &err));
    const cl_uint width = (cl_uint)w->p->width, height = (cl_uint)w->p->height;
    const cl_uint pitch = (cl_uint)w->p->pitch, n = (cl_uint)w->f->n;
    OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof(cl_mem), &buffers[0]));
    OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof(cl_mem), &buffers[1]));
    OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof(cl_mem), &buffers[2]));
    OCL_CHECK(clSetKernelArg(s->kernel, 3, sizeof width, &width));
    OCL_CHECK(clSetKernelArg(s->kernel, 4, sizeof height, &height));
    OCL_CHECK(clSetKernelArg(s->kernel, 5, sizeof pitch, &pitch));
    OCL_CHECK(clSetKernelArg(s->kernel, 6, sizeof n, &n));

    const convolution_shape shape = convolution_shape_of(&w->sizes, kernel);
    const size_t rows = w->p->height + (kernel == SEPARABLE_ROWS ? w->f->n - 1 : 0);
    const size_t extents[] = { ocl_divide_up(w->p->width, shape.each[0]),
                               ocl_divide_up(rows, shape.each[1]) };
    ocl_local_size_2d(s->kernel, w->env->device, shape.items, s->range.local);
    ocl_global_size_2d(extents, s->range.local, SIZE_MAX, s->range.global);
    return !shape.exact || memcmp(s->range.local, shape.items, sizeof shape.items) == 0;
}

// The launches of a rung, one or two.  False when the device cannot run them.
static bool make_steps(const work *w, size_t rung, step steps[2], size_t *count)
{
    const cl_mem direct[] = { w->d_out, w->d_in, w->d_filter };
    const cl_mem at_once[] = { w->d_out, w->d_in, w->d_factors };
    const cl_mem across[] = { w->d_between, w->d_in, w->d_factors };
    const cl_mem down[] = { w->d_out, w->d_between, w->d_factors };
    *count = rung == SEPARABLE ? 2 : 1;
    if (rung == SEPARABLE) {
        const bool rows = make_step(w, &steps[0], SEPARABLE_ROWS, across);
        return make_step(w, &steps[1], SEPARABLE, down) && rows;
    }
    return make_step(w, &steps[0], rung, convolution_needs_factors(rung) ? at_once : direct);
}

// Launches a rung, to warm up and then for its time; reads and verifies the last answer.
static void run_rung(const work *w, size_t rung, const char *name, const step *steps)
{
    const cl_command_queue queue = w->env->queue;
    convolution_picture *p = w->p;
    ocl_times times = { .runs = 0 };
    for (size_t run = 0; ocl_pace_again(w->pace, run); run++) {
        ocl_poison_run(queue, w->d_out, p->out_bytes, run);
        cl_event first, last;
        ocl_enqueue_2d(queue, steps[0].kernel, &steps[0].range, &first,
                       rung == SEPARABLE ? NULL : &last);
        if (rung == SEPARABLE) ocl_enqueue_2d(queue, steps[1].kernel, &steps[1].range, NULL, &last);
        ocl_times_take_span(&times, run, first, last);
        ocl_answers_add(&times.answers, queue, w->d_out, p->out_bytes);
    }
    OCL_CHECK(
        clEnqueueReadBuffer(queue, w->d_out, CL_TRUE, 0, p->out_bytes, p->out, 0, NULL, NULL));
    const bool factors = convolution_needs_factors(rung);
    const double bound = convolution_bound(p, w->f, factors);
    const ocl_grid pixels = { p->width, p->height };
    ocl_report_row(w->report, &(ocl_row){ .name = name,
                                          .times = &times,
                                          .work = (double)(p->width * p->height),
                                          .unit = "Mpixel/s",
                                          .limit = convolution_limit(w->env, w->f->n, factors),
                                          .result = ocl_verify_grid_f32(name, p->out, p->ref,
                                                                        pixels, bound) });
}

// Runs one rung under this name, or says why it is left out.
static void try_rung(const work *w, size_t rung, const char *name)
{
    step steps[2];
    size_t count;
    double least_ns = 0.0;
    if (make_steps(w, rung, steps, &count)) {
        for (size_t i = 0; i < count; i++)
            least_ns += ocl_pace_estimate(w->pace, steps[i].kernel, &steps[i].range);
        if (ocl_pace_allows(w->pace, w->report, CONVOLUTION_RUNGS[rung], least_ns))
            run_rung(w, rung, name, steps);
    } else if (ocl_wants(w->env->options, "all")) {
        ocl_report_note(w->report, "%s is left out: work-groups here are too small", name);
    } else {
        ocl_exit(OCL_EXIT_SKIP, "%s: work-groups here are too small", name);
    }
    for (size_t i = 0; i < count; i++)
        OCL_CHECK(clReleaseKernel(steps[i].kernel));
}

// Filters the picture with each kernel that the settings ask for.
static void convolve(work w, const convolution_settings *s)
{
    const ocl_env *env = w.env;
    const size_t n = w.f->n;
    float factors[2 * MAX_WIDTH];
    memcpy(factors, w.f->down, n * sizeof *factors);
    memcpy(factors + n, w.f->across, n * sizeof *factors);
    convolution_pad(w.p, n, (convolution_border)s->border);
    convolution_references(w.report, w.p, w.f);

    cl_int err;
    const size_t between_bytes = w.p->width * (w.p->height + n - 1) * sizeof(float);
    w.d_out =
        OCL_CREATE(clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, w.p->out_bytes, NULL, &err));
    w.d_between =
        OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, between_bytes, NULL, &err));
    w.d_in = ocl_buffer(env, CL_MEM_READ_ONLY, w.p->in_bytes, w.p->in);
    w.d_filter = ocl_buffer(env, CL_MEM_READ_ONLY, n * n * sizeof(float), w.f->tap);
    w.d_factors = ocl_buffer(env, CL_MEM_READ_ONLY, 2 * n * sizeof(float), factors);
    w.sizes = convolution_choose(env->device, n);
    w.program = convolution_build(env, &w.sizes, n);

    for (size_t rung = 0; rung < RUNG_COUNT; rung++) {
        char name[64];
        snprintf(name, sizeof name, "%s", CONVOLUTION_RUNGS[rung]);
        if (s->chart) snprintf(name, sizeof name, "%s %zu", CONVOLUTION_RUNGS[rung], n);
        if (ocl_wants(env->options, CONVOLUTION_RUNGS[rung]) &&
            (w.f->separable || !convolution_needs_factors(rung)))
            try_rung(&w, rung, name);
    }

    OCL_CHECK(clReleaseProgram(w.program));
    OCL_CHECK(clReleaseMemObject(w.d_factors));
    OCL_CHECK(clReleaseMemObject(w.d_filter));
    OCL_CHECK(clReleaseMemObject(w.d_in));
    OCL_CHECK(clReleaseMemObject(w.d_between));
    OCL_CHECK(clReleaseMemObject(w.d_out));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "convolution",
                              .summary = "Filters a grey picture with one kernel after another.",
                              .variants = CONVOLUTION_RUNGS };
    convolution_settings s = convolution_parse(argc, argv, &about, WIDTHS);
    ocl_env env = ocl_open(&s.options);
    ocl_pace pace = ocl_pace_open(&env);
    convolution_picture picture = convolution_picture_open(&env, &s);
    ocl_report *report = ocl_report_open(&s.options, env.device);
    const work w = { .env = &env, .pace = &pace, .report = report, .p = &picture, .f = &s.filter };
    convolution_report(report, &s, &picture);
    if (!s.filter.separable) convolution_without_factors(report, &s.options);

    if (!s.chart) convolve(w, &s);
    for (size_t i = 0; s.chart && WIDTHS[i]; i++) {
        if (i > 1 && ocl_wall_ns() > pace.end_ns) break;
        convolution_filter_make(&s.filter, s.filter_name, WIDTHS[i], s.options.seed + 1);
        convolve(w, &s);
    }
    if (s.chart) convolution_draw(report, s.chart, CONVOLUTION_RUNGS);
    if (s.options.output) convolution_write(&picture, s.options.output);

    convolution_picture_close(&picture);
    ocl_close(&env);
    return ocl_report_close(report);
}
