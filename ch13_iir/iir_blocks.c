// SPDX-License-Identifier: MIT
//
// iir_blocks - a recursive filter in seven ways: with many launches, and with one.
//
// Shows   three ways to make the output of a launch the input of the next one: a copy through the
//         host, a copy on the device, two arguments that change places; what the paper does not
//         have: a channel cut into blocks that need no other block, 16 channels side by side, and
//         both at once
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer, clEnqueueWriteBuffer,
//         clEnqueueCopyBuffer
// Try     iir_blocks -o figure_14.png
//         iir_blocks -n 16M -V blocks
//         iir_blocks --channels 256 -V both

#include "ocl.h"

#include "iir_blocks/figure.h"
#include "iir_blocks/filter.h"

enum { COPY_HOST, COPY_DEVICE, SWAP, BLOCKS, TILES, CHANNELS, BOTH };
static const char *const VARIANTS[] = { "copy_host", "copy_device", "swap", "blocks",
                                        "tiles",     "channels",    "both", NULL };
enum { STEP_LOCAL = 256, TILES_LOCAL = 32, BOTH_LOCAL = 64 };
enum { COLUMNS = 32, LEAST_GROUP = COLUMNS / 4 };    // tiles: as in its kernel
enum { MIN_BLOCK = 256, SHORTEST_BLOCK = 64 };
enum { BLOCKS_PER_UNIT = 128, TILES_PER_UNIT = 256, BOTH_PER_UNIT = 512 };    // work-items

typedef struct {
    const ocl_env *env;
    iir_filter filter;
    size_t group;    // work-items of a work-group of tiles
    cl_program program;
    cl_mem d_a, d_b;
} lesson;

// The paper's three ways.  After the last launch, the result is in s->d_y.
static void run_steps(const lesson *l, iir_signal *s, cl_kernel kernel, int way)
{
    cl_command_queue queue = l->env->queue;
    const size_t launches = launches_to_forget(&l->filter);
    const size_t local = ocl_local_size(kernel, l->env->device, STEP_LOCAL);
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
static void run_once(const lesson *l, const iir_signal *s, cl_kernel kernel, size_t items)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_y, &s->d_y));
    const size_t local = 1;
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items,
                                     ocl_is_cpu(l->env->device) ? &local : NULL, 0, NULL, NULL));
}

// One launch: a block of a channel per work-item.
static void run_tiles(const lesson *l, const iir_signal *s, cl_kernel kernel, size_t blocks)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_y, &s->d_y));
    const size_t global = ocl_round_up(blocks, l->group);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &l->group, 0, NULL, NULL));
}

static void run_both(const lesson *l, const iir_signal *s, cl_kernel kernel, size_t blocks)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof s->d_y, &s->d_y));
    const size_t extents[] = { s->width, blocks };
    const size_t wide = ocl_smaller(s->width, BOTH_LOCAL), wanted[] = { wide, BOTH_LOCAL / wide };
    ocl_range_2d range;
    ocl_local_size_2d(kernel, l->env->device, wanted, range.local);
    ocl_global_size_2d(extents, range.local, SIZE_MAX, range.global);
    ocl_enqueue_2d(l->env->queue, kernel, &range, NULL, NULL);
}

// Fewer, longer blocks waste less time on running in.  There must be enough for all compute units:
// with few channels, both has shorter ones.
static cl_uint choose_block(const lesson *l, int variant, const iir_signal *s)
{
    const size_t units = (size_t)ocl_device_number(l->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t few = ocl_is_cpu(l->env->device) ? 4 : BLOCKS_PER_UNIT;
    const size_t most = units * (variant == BLOCKS  ? few
                                 : variant == TILES ? TILES_PER_UNIT
                                                    : BOTH_PER_UNIT);
    const size_t block = ocl_divide_up(s->n * s->width, most);
    size_t least = MIN_BLOCK;
    if (variant == BOTH)
        least = ocl_smaller(least, ocl_divide_up(s->n * s->width, units * BLOCKS_PER_UNIT));
    if (least < SHORTEST_BLOCK) least = SHORTEST_BLOCK;
    return (cl_uint)ocl_round_up(block < least ? least : ocl_smaller(block, s->n),
                                 variant == TILES ? COLUMNS : TAPS);
}

// The kernel of a variant, with all arguments but its outputs.
static cl_kernel make_kernel(const lesson *l, int variant, const iir_signal *s)
{
    static const char *const KERNELS[] = { "iir_step",  "iir_step",     "iir_step", "iir_blocks",
                                           "iir_tiles", "iir_channels", "iir_both" };
    const cl_uint n = (cl_uint)s->n, width = (cl_uint)s->width, groups = width / LANES;
    cl_uint arg = variant <= SWAP ? 2 : 1;    // after the outputs
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, KERNELS[variant], &err));
    OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof s->d_x, &s->d_x));
    OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof l->d_a, &l->d_a));
    OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof l->d_b, &l->d_b));
    OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof n, &n));
    if (variant == CHANNELS) OCL_CHECK(clSetKernelArg(kernel, arg, sizeof groups, &groups));
    if (variant == BOTH) OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof width, &width));
    if (variant == BLOCKS || variant == TILES || variant == BOTH) {
        // The first TAPS samples of running in lack inputs as well as outputs.
        const size_t least = TAPS + samples_to_forget(&l->filter);
        const size_t step = variant == BLOCKS ? 1 : variant == TILES ? COLUMNS : TAPS;
        const cl_uint run_in = (cl_uint)ocl_round_up(least, step);
        const cl_uint block = choose_block(l, variant, s);
        OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof block, &block));
        OCL_CHECK(clSetKernelArg(kernel, arg, sizeof run_in, &run_in));
    }
    return kernel;
}

// Runs a variant.  s->y gets the last answer.
static ocl_trial run_variant(const lesson *l, int variant, iir_signal *s)
{
    const cl_command_queue queue = l->env->queue;
    const size_t blocks = ocl_divide_up(s->n, choose_block(l, variant, s));
    cl_kernel kernel = make_kernel(l, variant, s);

    // The host's clock: the time of a copy through the host is not in any event.
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], s->d_y, s->bytes);
    while (ocl_trial_next(&t)) {
        clear_signal(s, t.run);
        ocl_trial_start_clock(&t);
        if (variant <= SWAP)
            run_steps(l, s, kernel, variant);
        else if (variant == TILES)
            run_tiles(l, s, kernel, blocks);
        else if (variant == BOTH)
            run_both(l, s, kernel, blocks);
        else
            run_once(l, s, kernel, variant == BLOCKS ? blocks : s->width / LANES);
        t.outputs[0].memory = s->d_y;    // SWAP leaves the answer in either buffer
    }
    OCL_CHECK(clEnqueueReadBuffer(queue, s->d_y, CL_TRUE, 0, s->bytes, s->y, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    return t;
}

static void report_variant(const lesson *l, ocl_report *report, int variant, iir_signal *s)
{
    if (!ocl_wants(l->env->options, VARIANTS[variant])) return;
    if (variant == TILES && l->group < LEAST_GROUP) {    // a row of the tile
        if (!ocl_wants(l->env->options, "all"))
            ocl_exit(OCL_EXIT_SKIP, "tiles needs work-groups of %d", LEAST_GROUP);
        ocl_report_note(report, "tiles is left out: it needs work-groups of %d", LEAST_GROUP);
        return;
    }
    ocl_trial t = run_variant(l, variant, s);
    const ocl_work work = { .amount = (double)(s->n * s->width), .unit = "Msample/s" };
    ocl_trial_report(&t, report, &work, verify_signal(VARIANTS[variant], s, iir_bound(&l->filter)));
}

// Figure 14 of the paper: the three ways with 32 Ki to 64 Ki samples.
static void draw_figure(const lesson *l, const ocl_report *report)
{
    double ms[FIGURE_CURVES][FIGURE_SIZES];
    for (int i = 0; i < FIGURE_SIZES; i++) {
        iir_signal s = open_signal(l->env, FIGURE_SAMPLES[i], 1);
        for (int way = COPY_HOST; way <= SWAP; way++) {
            const ocl_trial t = run_variant(l, way, &s);
            ms[way][i] = ocl_median_ns(&t.times) / 1e6;
        }
        close_signal(&s);
    }
    draw_ways(report, ms, l->env->options->output);
}

enum { MAX_SAMPLES = 1 << 30, MAX_CHANNELS = 1 << 20 };

typedef struct {
    ocl_options options;
    size_t channels;    // of the variants channels and both: a multiple of LANES
    double feedback;    // the sum of all |b| of the filter
    iir_filter filter;
} settings;

static settings parse(int argc, char **argv)
{
    settings s = { .channels = 64, .feedback = 0.6 };
    const ocl_option own[] = {
        { .usage = "-c, --channels N: of the variants channels and both, a multiple of 16",
          .count = &s.channels },
        { .usage = "-f, --feedback X: the sum of all |b|, above 0 and below 1 (default 0.6)",
          .real = &s.feedback },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "iir_blocks",
                              .summary = "A recursive filter with 16 + 16 coefficients.",
                              .accepts = "dnorVks",
                              .size_help = "samples of each channel",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_CHART_FILE };
    const ocl_options defaults = { .n = { 65521 }, .repeat = 5, .seed = 1 };    // a prime
    s.options = ocl_parse(argc, argv, &about, defaults);
    if (s.channels % LANES != 0 || s.channels > MAX_CHANNELS)
        ocl_exit(OCL_EXIT_USAGE, "--channels %zu: give a multiple of %d, at most %d", s.channels,
                 LANES, MAX_CHANNELS);
    if (s.options.n[0] > MAX_SAMPLES)
        ocl_exit(OCL_EXIT_USAGE, "--size %zu: times have 32 bits; give at most %d", s.options.n[0],
                 MAX_SAMPLES);
    if (!(s.feedback > 0.0 && s.feedback < 1.0))
        ocl_exit(OCL_EXIT_USAGE, "--feedback %.15g: give a number above 0 and below 1", s.feedback);
    s.filter = make_filter(s.feedback);
    if (samples_to_forget(&s.filter) > MAX_MEMORY)
        ocl_exit(
            OCL_EXIT_USAGE,
            "--feedback %.15g: after %d samples the filter has not forgotten its outputs; give "
            "less",
            s.feedback, MAX_MEMORY);
    return s;
}

int main(int argc, char **argv)
{
    const settings given = parse(argc, argv);
    const ocl_options *opt = &given.options;
    ocl_env env = ocl_open(opt);
    const bool has_channels = ocl_wants(opt, VARIANTS[CHANNELS]) || ocl_wants(opt, VARIANTS[BOTH]);
    const size_t signals = has_channels ? given.channels : 1;
    const double bytes = sizeof(float) * (double)(opt->n[0] + 2 * TAPS) * (double)signals;
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 3.0 * bytes);
    lesson l = { .env = &env, .filter = given.filter };
    l.group = ocl_group_size(env.device, TILES_LOCAL);
    l.program = ocl_build(&env, "iir_blocks.cl", "-DTAPS=%d -DAHEAD=%d -DGROUP=%zu", TAPS,
                          rows_ahead(&env), l.group);
    l.d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof l.filter.a, l.filter.a);
    l.d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof l.filter.b, l.filter.b);

    ocl_report *report = ocl_report_open(opt, env.device);
    ocl_report_count(report, "samples", opt->n[0]);
    ocl_report_real(report, "feedback", given.feedback);
    ocl_report_count(report, "launches", launches_to_forget(&l.filter));
    ocl_report_count(report, "run-in", TAPS + samples_to_forget(&l.filter));
    iir_signal one = open_signal(&env, opt->n[0], 1);
    OCL_TIME_REFERENCE(report, iir_ref(&one, &l.filter));
    for (int v = COPY_HOST; v <= TILES; v++)
        report_variant(&l, report, v, &one);
    close_signal(&one);

    if (has_channels) {
        ocl_report_fact(report, "channels", "%zu", given.channels);
        iir_signal many = open_signal(&env, opt->n[0], given.channels);
        OCL_TIME_REFERENCE(report, iir_ref(&many, &l.filter));
        report_variant(&l, report, CHANNELS, &many);
        report_variant(&l, report, BOTH, &many);
        close_signal(&many);
    }
    if (opt->output) draw_figure(&l, report);

    OCL_CHECK(clReleaseMemObject(l.d_b));
    OCL_CHECK(clReleaseMemObject(l.d_a));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(report);
}
