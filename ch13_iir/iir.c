// SPDX-License-Identifier: MIT
//
// iir - a recursive filter: each launch needs the output of the launch before it.
//
// Shows   three ways to make the output of a launch the input of the next one: a copy through the
//         host, a copy on the device, two arguments that change places; what the paper does not
//         have: a channel cut into blocks that need no other block, and 16 channels side by side
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer, clEnqueueWriteBuffer,
//         clEnqueueCopyBuffer
// Try     iir -o figure_14.png
//         iir -n 16M -V blocks
//         iir --channels 256 -V channels

#include "iir/figure.h"
#include "iir/filter.h"
#include "iir/settings.h"

enum { COPY_HOST, COPY_DEVICE, SWAP, BLOCKS, CHANNELS };
static const char *const VARIANTS[] = { "copy_host", "copy_device", "swap",
                                        "blocks",    "channels",    NULL };
enum { STEP_LOCAL = 256, MIN_BLOCK = 256, BLOCKS_PER_UNIT = 128, AHEAD = 64 };

typedef struct {
    const ocl_env *env;
    iir_filter filter;
    cl_program program;
    cl_mem d_a, d_b;
} job;

// The paper's three ways.  After the last launch, the result is in s->d_y.
static void run_steps(const job *j, iir_signal *s, cl_kernel kernel, int way)
{
    cl_command_queue queue = j->env->queue;
    const size_t launches = launches_to_forget(&j->filter);
    const size_t local = ocl_local_size(kernel, j->env->device, STEP_LOCAL);
    const size_t global = ocl_round_up(s->n, local);
    for (size_t k = 0; k < launches; k++) {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_y, &s->d_y));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof s->d_before, &s->d_before));
        OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        if (k + 1 == launches) break;
        if (way == COPY_HOST) {
            OCL_CHECK(
                clEnqueueReadBuffer(queue, s->d_y, CL_TRUE, 0, s->bytes, s->y, 0, NULL, NULL));
            OCL_CHECK(clEnqueueWriteBuffer(queue, s->d_before, CL_TRUE, 0, s->bytes, s->y, 0, NULL,
                                           NULL));
        } else if (way == COPY_DEVICE) {
            OCL_CHECK(
                clEnqueueCopyBuffer(queue, s->d_y, s->d_before, 0, 0, s->bytes, 0, NULL, NULL));
        } else {
            const cl_mem d_result = s->d_y;
            s->d_y = s->d_before;
            s->d_before = d_result;
        }
    }
}

// One launch for all: a block of one channel, or 16 channels, per work-item.
static void run_once(const job *j, const iir_signal *s, cl_kernel kernel, size_t items)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_y, &s->d_y));
    const size_t local = 1;
    OCL_CHECK(clEnqueueNDRangeKernel(j->env->queue, kernel, 1, NULL, &items,
                                     ocl_is_cpu(j->env->device) ? &local : NULL, 0, NULL, NULL));
}

// Fewer, longer blocks waste less time on running in.  There must be enough for all compute units.
static cl_uint choose_block(const job *j, size_t n)
{
    const size_t units = (size_t)ocl_device_number(j->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t most = units * (ocl_is_cpu(j->env->device) ? 4 : BLOCKS_PER_UNIT);
    const size_t block = ocl_round_up(ocl_divide_up(n, most), TAPS);
    return (cl_uint)(block < MIN_BLOCK ? MIN_BLOCK : block);
}

// Runs a variant.  s->y gets the last answer.
static ocl_trial run_variant(const job *j, int variant, iir_signal *s)
{
    static const char *const KERNELS[] = { "iir_step", "iir_step", "iir_step", "iir_blocks",
                                           "iir_channels" };
    const cl_uint n = (cl_uint)s->n, groups = (cl_uint)(s->width / LANES);
    const cl_uint block = choose_block(j, n);
    // The first TAPS samples of running in lack inputs as well as outputs.
    const cl_uint run_in = (cl_uint)(TAPS + samples_to_forget(&j->filter));
    const cl_uint first = variant <= SWAP ? 2 : 1;    // argument after the outputs
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(j->program, KERNELS[variant], &err));
    OCL_CHECK(clSetKernelArg(kernel, first, sizeof s->d_x, &s->d_x));
    OCL_CHECK(clSetKernelArg(kernel, first + 1, sizeof j->d_a, &j->d_a));
    OCL_CHECK(clSetKernelArg(kernel, first + 2, sizeof j->d_b, &j->d_b));
    OCL_CHECK(clSetKernelArg(kernel, first + 3, sizeof n, &n));
    if (variant == BLOCKS) {
        OCL_CHECK(clSetKernelArg(kernel, first + 4, sizeof block, &block));
        OCL_CHECK(clSetKernelArg(kernel, first + 5, sizeof run_in, &run_in));
    }
    if (variant == CHANNELS) OCL_CHECK(clSetKernelArg(kernel, first + 4, sizeof groups, &groups));

    // The host's clock: the time of a copy through the host is not in any event.
    ocl_trial t = ocl_trial_open(j->env, VARIANTS[variant], s->d_y, s->bytes);
    while (ocl_trial_next(&t)) {
        clear_signal(s, t.run);
        ocl_trial_start_clock(&t);
        if (variant <= SWAP)
            run_steps(j, s, kernel, variant);
        else
            run_once(j, s, kernel, variant == BLOCKS ? ocl_divide_up(n, block) : groups);
        t.outputs[0].memory = s->d_y;    // SWAP leaves the answer in either buffer
    }
    OCL_CHECK(
        clEnqueueReadBuffer(j->env->queue, s->d_y, CL_TRUE, 0, s->bytes, s->y, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    return t;
}

static void report_variant(const job *j, ocl_report *report, int variant, iir_signal *s)
{
    if (!ocl_wants(j->env->options, VARIANTS[variant])) return;
    ocl_trial t = run_variant(j, variant, s);
    const ocl_work work = { .amount = (double)(s->n * s->width), .unit = "Msample/s" };
    ocl_trial_report(&t, report, &work, verify_signal(VARIANTS[variant], s, iir_bound(&j->filter)));
}

// Figure 14 of the paper: the three ways with 32 Ki to 64 Ki samples.
static void draw_figure(const job *j, const ocl_report *report)
{
    double ms[FIGURE_CURVES][FIGURE_SIZES];
    for (int i = 0; i < FIGURE_SIZES; i++) {
        iir_signal s = open_signal(j->env, FIGURE_SAMPLES[i], 1);
        for (int way = COPY_HOST; way <= SWAP; way++) {
            const ocl_trial t = run_variant(j, way, &s);
            ms[way][i] = ocl_median_ns(&t.times) / 1e6;
        }
        close_signal(&s);
    }
    draw_ways(report, ms, j->env->options->output);
}

int main(int argc, char **argv)
{
    const iir_settings settings = iir_parse(argc, argv, VARIANTS);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    require_room(&env, &settings);
    job j = { .env = &env, .filter = make_filter() };
    // A device without vectors has no prefetch, either.
    const bool has_vectors =
        ocl_device_number(env.device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT) > 1;
    j.program = ocl_build(&env, "iir.cl", "-DTAPS=%d -DAHEAD=%d", TAPS, has_vectors ? AHEAD : 0);
    j.d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof j.filter.a, j.filter.a);
    j.d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof j.filter.b, j.filter.b);

    ocl_report *report = ocl_report_open(opt, env.device);
    ocl_report_count(report, "samples", opt->n[0]);
    ocl_report_count(report, "launches", launches_to_forget(&j.filter));
    ocl_report_count(report, "run-in", TAPS + samples_to_forget(&j.filter));
    iir_signal one = open_signal(&env, opt->n[0], 1);
    OCL_TIME_REFERENCE(report, iir_ref(&one, &j.filter));
    for (int v = COPY_HOST; v <= BLOCKS; v++)
        report_variant(&j, report, v, &one);
    close_signal(&one);

    if (ocl_wants(opt, VARIANTS[CHANNELS])) {
        ocl_report_fact(report, "channels", "%zu", settings.channels);
        iir_signal many = open_signal(&env, opt->n[0], settings.channels);
        OCL_TIME_REFERENCE(report, iir_ref(&many, &j.filter));
        report_variant(&j, report, CHANNELS, &many);
        close_signal(&many);
    }
    if (opt->output) draw_figure(&j, report);

    OCL_CHECK(clReleaseMemObject(j.d_b));
    OCL_CHECK(clReleaseMemObject(j.d_a));
    OCL_CHECK(clReleaseProgram(j.program));
    ocl_close(&env);
    return ocl_report_close(report);
}
