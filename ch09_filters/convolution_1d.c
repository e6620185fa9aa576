// SPDX-License-Identifier: MIT
//
// convolution_1d - a signal and a filter: y[i] = sum of h[j] * x[i - j], for any lengths.
//
// Shows   what is before the first sample (zeros, by convention) without a test in the inner loop;
//         a filter in constant memory; a tile that moves along the signal; samples that stay in
//         registers
// Uses    clCreateBuffer, clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer, reqd_work_group_size, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE
// Try     convolution_1d --example -o bars.png; convolution_1d -n 4Mx255; convolution_1d -n 100x10K

#include "ocl.h"

#include "convolution_1d/signal.h"

enum { PLAIN, CONSTANT_FILTER, LOCAL_TILE, REGISTER_BLOCK, VECTOR_BLOCK, RUNG_COUNT };
static const char *const RUNGS[RUNG_COUNT + 1] = { "plain",        "constant_filter",
                                                   "local_tile",   "register_block",
                                                   "vector_block", NULL };

typedef struct {
    const ocl_env *env;
    ocl_pace *pace;
    ocl_report *report;
    convolution_signal signal;
    size_t lanes;    // of a vector
    cl_program program;
    cl_mem d_y, d_x, d_in, d_h;    // d_in: x with zeros around it
} lesson;

// Work-items per work-group that a rung wants, and samples of y per work-item.
static size_t items_of(const lesson *l, size_t rung)
{
    if (rung == LOCAL_TILE || rung == REGISTER_BLOCK) return LOCAL;
    if (rung == VECTOR_BLOCK) return ocl_is_cpu(l->env->device) ? 1 : 64;
    return 256;
}

static size_t samples_of(const lesson *l, size_t rung)
{
    if (rung == REGISTER_BLOCK) return EACH;
    if (rung == VECTOR_BLOCK) return VECTORS * l->lanes;
    return 1;
}

// The kernel of a rung with its arguments: output, inputs, sizes.
static cl_kernel make_kernel(const lesson *l, size_t rung)
{
    char name[64];
    snprintf(name, sizeof name, "convolution_1d_%s", RUNGS[rung]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    const cl_ulong n = l->signal.n, m = l->signal.m, before = l->signal.before;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), rung == PLAIN ? &l->d_x : &l->d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_h, &l->d_h));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof m, &m));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof before, &before));
    return kernel;
}

static ocl_range_2d choose_range(const lesson *l, cl_kernel kernel, size_t rung)
{
    const size_t items = ocl_divide_up(l->signal.count, samples_of(l, rung));
    const size_t local = ocl_local_size(kernel, l->env->device, items_of(l, rung));
    return (ocl_range_2d){ .global = { ocl_round_up(items, local), 1 }, .local = { local, 1 } };
}

// Why the device cannot run the rung; NULL when it can.
static const char *missing(const lesson *l, size_t rung, const ocl_range_2d *range)
{
    const cl_ulong constant_bytes =
        ocl_device_number(l->env->device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
    if (rung == CONSTANT_FILTER && l->signal.h_bytes > constant_bytes)
        return "the filter is larger than constant memory";
    if ((rung == LOCAL_TILE || rung == REGISTER_BLOCK) && range->local[0] != LOCAL)
        return "work-groups here are too small";
    return NULL;
}

// Whether the rung can run here and ends in time.  If not, the report says why.
static bool allows(const lesson *l, size_t rung, cl_kernel kernel, const ocl_range_2d *range)
{
    const char *why = missing(l, rung, range);
    if (why && !ocl_wants(l->env->options, "all"))
        ocl_exit(OCL_EXIT_SKIP, "%s: %s", RUNGS[rung], why);
    if (why) {
        ocl_report_note(l->report, "%s is left out: %s", RUNGS[rung], why);
        return false;
    }
    // Work-items may be few and long: then an estimate from the first ones is not made.
    const convolution_signal *s = &l->signal;
    const double products = (double)(rung == PLAIN ? s->n : s->count) * (double)s->m;
    const double least_ns =
        fmax(ocl_pace_estimate(l->pace, kernel, range), 4.0 * products / l->env->limits.fma_gflops);
    return ocl_pace_allows(l->pace, l->report, RUNGS[rung], least_ns);
}

static void run_rung(const lesson *l, size_t rung)
{
    const cl_command_queue queue = l->env->queue;
    const convolution_signal *s = &l->signal;
    cl_kernel kernel = make_kernel(l, rung);
    const ocl_range_2d range = choose_range(l, kernel, rung);
    if (allows(l, rung, kernel, &range)) {
        ocl_trial t = ocl_trial_open(l->env, RUNGS[rung], l->d_y, s->y_bytes);
        while (ocl_trial_next(&t))
            OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, range.global, range.local, 0,
                                             NULL, &t.done));
        OCL_CHECK(clEnqueueReadBuffer(queue, l->d_y, CL_TRUE, 0, s->y_bytes, s->y, 0, NULL, NULL));
        const ocl_work work = { .amount = (double)s->count,
                                .unit = "Msample/s",
                                .limit = convolution_1d_limit(l->env, s) };
        ocl_trial_report(&t, l->report, &work,
                         ocl_verify_f32_each(RUNGS[rung], s->y, s->ref, s->count, s->bounds));
    }
    OCL_CHECK(clReleaseKernel(kernel));
}

// Floats of a vector that the kernels may have.
static size_t choose_lanes(cl_device_id device)
{
    const size_t native = (size_t)ocl_device_number(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    return native >= 16 ? 16 : native >= 8 ? 8 : 4;
}

int main(int argc, char **argv)
{
    bool example = false;
    const ocl_option own[] = {
        { .usage = "--example: the signal 1 3 4 2 1 and the filter 2 1, of the cookbook",
          .flag = &example },
        { 0 },
    };
    const ocl_about about = { .name = "convolution_1d",
                              .summary = "Filters a signal with one kernel after another.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "samples of the signal, numbers of the filter",
                              .extents = 2,
                              .variants = RUNGS,
                              .own = own };
    const ocl_options defaults = { .n = { 200003, 101 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (example && opt.size_given) ocl_exit(OCL_EXIT_USAGE, "--example has its own size");
    if (opt.output && !example && opt.n[0] + opt.n[1] > SHORT + 1)
        ocl_exit(OCL_EXIT_USAGE, "--output: draws at most %d samples of y; try --example", SHORT);
    ocl_env env = ocl_open(&opt);
    ocl_pace pace = ocl_pace_open(&env);

    lesson l = { .env = &env,
                 .pace = &pace,
                 .signal = convolution_signal_open(&env, example),
                 .lanes = choose_lanes(env.device) };
    convolution_signal *s = &l.signal;
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "signal", s->n);
    ocl_report_count(l.report, "filter", s->m);
    OCL_TIME_REFERENCE(l.report, convolution_1d_ref(s));

    cl_int err;
    const cl_mem_flags filled = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    const size_t x_bytes = s->n * sizeof(float);
    l.d_y = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_WRITE_ONLY, s->y_bytes, NULL, &err));
    l.d_x = OCL_CREATE(clCreateBuffer(env.context, filled, x_bytes, s->in + s->before, &err));
    l.d_in = OCL_CREATE(clCreateBuffer(env.context, filled, s->in_bytes, s->in, &err));
    l.d_h = OCL_CREATE(clCreateBuffer(env.context, filled, s->h_bytes, s->h, &err));
    l.program = ocl_build(&env, "convolution_1d.cl",
                          "-DLOCAL=%d -DPIECE=%d -DEACH=%d -DVECTORS=%d -DLANES=%zu", LOCAL, PIECE,
                          EACH, VECTORS, l.lanes);

    for (size_t rung = 0; rung < RUNG_COUNT; rung++)
        if (ocl_wants(&opt, RUNGS[rung])) run_rung(&l, rung);
    convolution_1d_print(l.report, s);
    if (opt.output) convolution_1d_draw(l.report, s, opt.output);

    OCL_CHECK(clReleaseProgram(l.program));
    OCL_CHECK(clReleaseMemObject(l.d_h));
    OCL_CHECK(clReleaseMemObject(l.d_in));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    convolution_signal_close(s);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
