// SPDX-License-Identifier: MIT
//
// convolution_ladder - filters a picture with N x N numbers: twelve kernels, the plain loops first.
//
// Shows   what a compiler needs to know to unroll a loop; tiles in local memory; sums in registers;
//         a filter of rank 1 as two short filters.  convolution_ladder/sizes.c chooses the
//         work-groups
// Uses    clCreateBuffer, clCreateKernel, clSetKernelArg, constant memory, reqd_work_group_size, -D
//         for the width of the filter, events for times
// Try     convolution_ladder -f emboss -w 5 -o out.png
//         convolution_ladder -i photo.bmp -f my_filter.txt
//         convolution_ladder -n 3840x2160 -f random -w 17; convolution_ladder --chart times.png

#include "ocl.h"

#include "convolution_ladder/sizes.h"
#include "shared/convolution/chart.h"
#include "shared/convolution/picture.h"

// Of the chart; convolution_parse says why in this order.
static const size_t WIDTHS[] = { 2, 16, 8, 32, 24, 4, 12, 17, 5, 3, 9, 28, 20, 31, 15, 7, 0 };

typedef struct {
    const ocl_env *env;
    ocl_pace *pace;
    ocl_report *report;
    convolution_picture *picture;
    const convolution_filter *filter;
    convolution_sizes sizes;
    cl_program programs[FILE_COUNT];    // NULL where no rung of this run needs it
    cl_mem d_out, d_in, d_filter;
    cl_mem d_between, d_factors;    // of the two rungs for separable filters
    size_t between_bytes;
} lesson;

// A launch: the kernel with its arguments, and the NDRange.
typedef struct {
    cl_kernel kernel;
    ocl_range_2d range;
} step;

// Builds the file that holds the rung's kernel, if no rung before has done so.
static void build_for(lesson *l, size_t rung)
{
    const int file = convolution_file_of(rung);
    if (!l->programs[file])
        l->programs[file] = convolution_build(l->env, &l->sizes, l->filter->n, file);
}

// False when the device cannot run the kernel's work-group.
static bool make_step(const lesson *l, step *s, size_t kernel, const cl_mem buffers[3])
{
    char name[64];
    snprintf(name, sizeof name, "convolution_ladder_%s", convolution_kernel_name(kernel));
    cl_int err;
    s->kernel = OCL_CREATE(clCreateKernel(l->programs[convolution_file_of(kernel)], name, &err));
    const cl_uint width = (cl_uint)l->picture->width;
    const cl_uint height = (cl_uint)l->picture->height;
    const cl_uint pitch = (cl_uint)l->picture->pitch;
    const cl_uint n = (cl_uint)l->filter->n;
    OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof(cl_mem), &buffers[0]));
    OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof(cl_mem), &buffers[1]));
    if (kernel == ROW_BLOCK && l->sizes.by_value)    // the numbers themselves
        OCL_CHECK(clSetKernelArg(s->kernel, 2, n * n * sizeof(float), l->filter->tap));
    else
        OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof(cl_mem), &buffers[2]));
    OCL_CHECK(clSetKernelArg(s->kernel, 3, sizeof width, &width));
    OCL_CHECK(clSetKernelArg(s->kernel, 4, sizeof height, &height));
    OCL_CHECK(clSetKernelArg(s->kernel, 5, sizeof pitch, &pitch));
    OCL_CHECK(clSetKernelArg(s->kernel, 6, sizeof n, &n));

    const convolution_shape shape = convolution_shape_of(&l->sizes, kernel);
    const size_t rows = kernel == SEPARABLE_ROWS ? height + n - 1 : height;
    const size_t extents[] = { ocl_divide_up(width, shape.each[0]),
                               ocl_divide_up(rows, shape.each[1]) };
    ocl_local_size_2d(s->kernel, l->env->device, shape.items, s->range.local);
    ocl_global_size_2d(extents, s->range.local, SIZE_MAX, s->range.global);
    return !shape.exact || memcmp(s->range.local, shape.items, sizeof shape.items) == 0;
}

// The launches of a rung, one or two.  False when the device cannot run them.
static bool make_steps(const lesson *l, size_t rung, step steps[2], size_t *count)
{
    const cl_mem direct[] = { l->d_out, l->d_in, l->d_filter };
    const cl_mem at_once[] = { l->d_out, l->d_in, l->d_factors };
    const cl_mem across[] = { l->d_between, l->d_in, l->d_factors };
    const cl_mem down[] = { l->d_out, l->d_between, l->d_factors };
    if (rung == SEPARABLE) {
        *count = 2;
        const bool rows_fit = make_step(l, &steps[0], SEPARABLE_ROWS, across);
        const bool columns_fit = make_step(l, &steps[1], SEPARABLE, down);
        return rows_fit && columns_fit;
    }
    *count = 1;
    return make_step(l, &steps[0], rung, convolution_needs_factors(rung) ? at_once : direct);
}

// Launches a rung, to warm up and then for its time; reads and verifies the last answer.
static void run_rung(const lesson *l, size_t rung, const char *name, const step *steps)
{
    const cl_command_queue queue = l->env->queue;
    convolution_picture *p = l->picture;
    ocl_trial t = ocl_trial_open(l->env, name, l->d_out, p->out_bytes);
    if (rung == SEPARABLE) ocl_trial_scratch(&t, l->d_between, l->between_bytes);
    while (ocl_trial_next(&t)) {
        if (rung == SEPARABLE) {    // the time runs from the first kernel to the second one
            ocl_enqueue_2d(queue, steps[0].kernel, &steps[0].range, &t.first, NULL);
            ocl_enqueue_2d(queue, steps[1].kernel, &steps[1].range, NULL, &t.done);
        } else {
            ocl_enqueue_2d(queue, steps[0].kernel, &steps[0].range, &t.first, &t.done);
        }
    }
    OCL_CHECK(
        clEnqueueReadBuffer(queue, l->d_out, CL_TRUE, 0, p->out_bytes, p->out, 0, NULL, NULL));

    const bool factors = convolution_needs_factors(rung);
    const convolution_goal goal = { .bound = convolution_bound(p, l->filter, factors),
                                    .limit = convolution_limit(l->env, l->filter->n, factors) };
    convolution_report_trial(l->report, &t, p, &goal);
}

// Runs one rung under this name, or says why it is left out.
static void try_rung(const lesson *l, size_t rung, const char *name)
{
    step steps[2];
    size_t count;
    double least_ns = 0.0;
    if (make_steps(l, rung, steps, &count)) {
        for (size_t i = 0; i < count; i++)
            least_ns += ocl_pace_estimate(l->pace, steps[i].kernel, &steps[i].range);
        if (ocl_pace_allows(l->pace, l->report, CONVOLUTION_RUNGS[rung], least_ns))
            run_rung(l, rung, name, steps);
    } else if (ocl_wants(l->env->options, "all")) {
        ocl_report_note(l->report, "%s is left out: work-groups here are too small", name);
    } else {
        ocl_exit(OCL_EXIT_SKIP, "%s: work-groups here are too small", name);
    }
    for (size_t i = 0; i < count; i++)
        OCL_CHECK(clReleaseKernel(steps[i].kernel));
}

// Whether the settings ask for a rung.  A chart shows all of them.
static bool wants(const lesson *l, size_t rung, bool chart)
{
    const char *name = CONVOLUTION_RUNGS[rung];
    if ((rung == REGISTER_BLOCK || rung == ROW_BLOCK) && !chart)
        return ocl_wants_for_gpus(l->env, l->report, name);
    return ocl_wants(l->env->options, name);
}

// Filters the picture with each kernel that the settings ask for.
static void convolve(lesson l, const convolution_settings *s)
{
    const ocl_env *env = l.env;
    convolution_picture *p = l.picture;
    const size_t n = l.filter->n;
    float factors[2 * MAX_WIDTH];
    memcpy(factors, l.filter->down, n * sizeof *factors);
    memcpy(factors + n, l.filter->across, n * sizeof *factors);
    convolution_pad(p, n, (convolution_border)s->border);
    convolution_references(l.report, p, l.filter);
    if (!s->chart) convolution_threads(l.report, p, l.filter);

    cl_int err;
    l.between_bytes = p->width * (p->height + n - 1) * sizeof(float);
    l.d_out = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, p->out_bytes, NULL, &err));
    l.d_between =
        OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, l.between_bytes, NULL, &err));
    l.d_in = ocl_buffer(env, CL_MEM_READ_ONLY, p->in_bytes, p->in);
    l.d_filter = ocl_buffer(env, CL_MEM_READ_ONLY, n * n * sizeof(float), l.filter->tap);
    l.d_factors = ocl_buffer(env, CL_MEM_READ_ONLY, 2 * n * sizeof(float), factors);
    l.sizes = convolution_choose(env->device, n);

    for (size_t rung = 0; rung < RUNG_COUNT; rung++) {
        if (convolution_needs_factors(rung) && !l.filter->separable) continue;
        if (!wants(&l, rung, s->chart != NULL)) continue;
        build_for(&l, rung);
        char name[64];
        convolution_row_name(name, s, CONVOLUTION_RUNGS[rung]);
        try_rung(&l, rung, name);
    }

    for (int file = 0; file < FILE_COUNT; file++)
        if (l.programs[file]) OCL_CHECK(clReleaseProgram(l.programs[file]));
    OCL_CHECK(clReleaseMemObject(l.d_factors));
    OCL_CHECK(clReleaseMemObject(l.d_filter));
    OCL_CHECK(clReleaseMemObject(l.d_in));
    OCL_CHECK(clReleaseMemObject(l.d_between));
    OCL_CHECK(clReleaseMemObject(l.d_out));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "convolution_ladder",
                              .summary = "Filters a grey picture with one kernel after another.",
                              .variants = CONVOLUTION_RUNGS };
    convolution_settings s = convolution_parse(argc, argv, &about, WIDTHS);
    if (s.options.kernel && ocl_wants(&s.options, "all"))
        ocl_exit(OCL_EXIT_USAGE, "--kernel needs --variant: the kernels are in three files");
    ocl_env env = ocl_open(&s.options);
    ocl_pace pace = ocl_pace_open(&env);
    convolution_picture picture = convolution_picture_open(&env, &s);
    ocl_report *report = ocl_report_open(&s.options, env.device);
    lesson l = {
        .env = &env, .pace = &pace, .report = report, .picture = &picture, .filter = &s.filter
    };
    convolution_report(report, &s, &picture);
    if (!s.filter.separable) convolution_without_factors(report, &s.options);

    while (convolution_next_filter(&s, report, pace.end_ns))
        convolve(l, &s);
    if (s.chart) convolution_draw(report, s.chart, CONVOLUTION_RUNGS);
    if (s.options.output) convolution_write(&picture, s.options.output);

    convolution_picture_close(&picture);
    ocl_close(&env);
    return ocl_report_close(report);
}
