// SPDX-License-Identifier: MIT
//
// command_buffer_queues - commands are recorded once, and replayed with one call.
//
// Shows   a fill, many launches and a copy, enqueued one by one or replayed; on one queue and on
//         four; launches per second over the length of the recording; states
// Uses    clCreateCommandBufferKHR, clCommandNDRangeKernelKHR, clFinalizeCommandBufferKHR,
//         clEnqueueCommandBufferKHR, clGetCommandBufferInfoKHR, clRetainCommandBufferKHR,
//         clReleaseCommandBufferKHR; of shared/functions/command_buffers.c the fill and the copy
// Try     command_buffer_queues -o launches.png, and -n 64K (the work hides the launches)

#include "ocl.h"

#include "shared/functions/command_buffers.h"

enum { MAX_QUEUES = 4, MAX_LAUNCHES = 4096, MAX_SWEPT = 4096 };

enum { ENQUEUE, REPLAY, ENQUEUE_QUEUES, REPLAY_QUEUES };
static const char *const VARIANTS[] = { "enqueue", "replay", "enqueue_queues", "replay_queues",
                                        NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    command_buffer_api api;
    size_t n, bytes;    // elements that a launch changes
    cl_command_queue queues[MAX_QUEUES];
    cl_kernel kernels[MAX_QUEUES];    // each with its own buffer as argument
    cl_mem d_x[MAX_QUEUES], d_out;    // d_out has a part for each queue
} lesson;

static size_t queues_of(int variant)
{
    return variant >= ENQUEUE_QUEUES ? MAX_QUEUES : 1;
}

// The number that queue q fills its buffer with.
static cl_uint start_of(size_t q)
{
    return 12345 + (cl_uint)q;
}

static void step_ref(cl_uint *x, size_t n, cl_uint start, size_t steps)
{
    for (size_t i = 0; i < n; i++)
        x[i] = start;
    for (size_t s = 0; s < steps; s++)
        for (size_t i = 0; i < n; i++)
            x[i] = x[i] * 1664525u + 1013904223u + (cl_uint)i;
}

// The work of one queue, command by command.
static void enqueue_all(const lesson *l, size_t q, size_t launches)
{
    const cl_uint start = start_of(q);
    OCL_CHECK(clEnqueueFillBuffer(l->queues[q], l->d_x[q], &start, sizeof start, 0, l->bytes, 0,
                                  NULL, NULL));
    for (size_t i = 0; i < launches; i++)
        OCL_CHECK(clEnqueueNDRangeKernel(l->queues[q], l->kernels[q], 1, NULL, &l->n, NULL, 0, NULL,
                                         NULL));
    OCL_CHECK(clEnqueueCopyBuffer(l->queues[q], l->d_x[q], l->d_out, 0, q * l->bytes, l->bytes, 0,
                                  NULL, NULL));
}

// Records these commands.  Nothing runs yet.  Each command waits for the sync point of the one
// before.
static cl_command_buffer_khr record_all(const lesson *l, size_t q, size_t launches)
{
    const command_buffer_api *api = &l->api;
    cl_int err;
    cl_command_buffer_khr commands =
        OCL_CREATE(api->clCreateCommandBufferKHR(1, &l->queues[q], NULL, &err));
    cl_sync_point_khr sync = 0;
    const recorded fill = {
        .commands = commands, .to = l->d_x[q], .bytes = l->bytes, .sync = &sync
    };
    OCL_CHECK(record_fill(api, &fill, start_of(q)));
    for (size_t i = 0; i < launches; i++) {
        const cl_sync_point_khr before = sync;
        OCL_CHECK(api->clCommandNDRangeKernelKHR(commands, NULL, NULL, l->kernels[q], 1, NULL,
                                                 &l->n, NULL, 1, &before, &sync, NULL));
    }
    const recorded copy = { .commands = commands,
                            .from = l->d_x[q],
                            .to = l->d_out,
                            .offset = q * l->bytes,
                            .bytes = l->bytes,
                            .sync = &sync,
                            .waits = true };
    OCL_CHECK(record_copy(api, &copy));
    OCL_CHECK(api->clFinalizeCommandBufferKHR(commands));
    return commands;
}

// Runs a variant.  The launches are divided among the queues.
static ocl_result run(const lesson *l, int variant, size_t launches, ocl_trial *t)
{
    const size_t queues = queues_of(variant);
    const bool replays = variant == REPLAY || variant == REPLAY_QUEUES;
    const size_t each = ocl_divide_up(launches, queues);
    cl_command_buffer_khr commands[MAX_QUEUES] = { NULL };
    for (size_t q = 0; replays && q < queues; q++)
        commands[q] = record_all(l, q, each);

    while (ocl_trial_next(t)) {
        OCL_CHECK(clFinish(l->env->queue));    // has poisoned the output
        const double begin_ns = ocl_wall_ns();
        for (size_t q = 0; q < queues; q++) {
            if (replays)
                OCL_CHECK(l->api.clEnqueueCommandBufferKHR(0, NULL, commands[q], 0, NULL, NULL));
            else
                enqueue_all(l, q, each);
            OCL_CHECK(clFlush(l->queues[q]));
        }
        for (size_t q = 0; q < queues; q++)
            OCL_CHECK(clFinish(l->queues[q]));
        t->host_ns = ocl_wall_ns() - begin_ns;
    }

    for (size_t q = 0; replays && q < queues; q++)
        OCL_CHECK(l->api.clReleaseCommandBufferKHR(commands[q]));
    cl_uint *ref = ocl_alloc(queues * l->bytes);
    for (size_t q = 0; q < queues; q++)
        step_ref(ref + q * l->n, l->n, start_of(q), each);
    const ocl_result result = ocl_verify_buffer(l->env, t->name, l->d_out, ref, queues * l->bytes);
    free(ref);
    return result;
}

static void run_variant(const lesson *l, int variant, size_t launches)
{
    const size_t queues = queues_of(variant);
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_out, queues * l->bytes);
    const ocl_result result = run(l, variant, launches, &t);
    const ocl_work work = { .amount = (double)(ocl_divide_up(launches, queues) * queues),
                            .unit = "launch/s" };
    ocl_trial_report(&t, l->report, &work, result);
}

// --- launches per second over the number of launches

enum { SWEEP_POINTS = 5, SWEEP_CURVES = 4 };

typedef struct {
    double launches[SWEEP_POINTS], per_second[SWEEP_CURVES][SWEEP_POINTS];
} launch_rates;

// Draws four curves: enqueued and replayed, on one queue and on four.
static void draw_rates(const ocl_report *report, const launch_rates *rates, const char *path)
{
    static const char *const LABELS[SWEEP_CURVES] = { "enqueued again", "replayed",
                                                      "enqueued again, 4 queues",
                                                      "replayed, 4 queues" };
    ocl_series series[SWEEP_CURVES];
    for (size_t c = 0; c < SWEEP_CURVES; c++)
        series[c] = (ocl_series){ .label = LABELS[c],
                                  .x = rates->launches,
                                  .y = rates->per_second[c],
                                  .count = SWEEP_POINTS,
                                  .colour = ocl_palette(c) };
    const ocl_chart chart = { .title = "Launches per second",
                              .x_label = "launches at a time",
                              .y_label = "launches per second",
                              .series = series,
                              .series_count = SWEEP_CURVES,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}

// From the best run of each.
static void sweep(const lesson *l, const char *path)
{
    static const size_t LAUNCHES[SWEEP_POINTS] = { 4, 16, 64, 256, 1024 };
    launch_rates rates;
    ocl_result result = { .pass = true };
    ocl_table table =
        ocl_table_open(l->report, "launches per second",
                       "launches, enqueue, replay, enqueue 4 queues, replay 4 queues");
    for (size_t p = 0; p < SWEEP_POINTS; p++) {
        for (int v = ENQUEUE; v <= REPLAY_QUEUES; v++) {
            ocl_trial t = ocl_trial_open(l->env, VARIANTS[v], l->d_out, queues_of(v) * l->bytes);
            result = ocl_result_both(result, run(l, v, LAUNCHES[p], &t));
            rates.per_second[v][p] = 1e9 * (double)LAUNCHES[p] / ocl_best_ns(&t.times);
        }
        rates.launches[p] = (double)LAUNCHES[p];
        ocl_table_row(&table, "%8zu %10.0f %10.0f %16.0f %15.0f", LAUNCHES[p],
                      rates.per_second[0][p], rates.per_second[1][p], rates.per_second[2][p],
                      rates.per_second[3][p]);
    }
    ocl_report_result(l->report, "sweep", result);
    if (path) draw_rates(l->report, &rates, path);
}

static cl_int state_of(const lesson *l, cl_command_buffer_khr commands)
{
    cl_uint state = 0;
    OCL_CHECK(l->api.clGetCommandBufferInfoKHR(commands, CL_COMMAND_BUFFER_STATE_KHR, sizeof state,
                                               &state, NULL));
    return (cl_int)state;
}

// A recording has a state: recording, executable, pending.
static void show_states(const lesson *l)
{
    const command_buffer_api *api = &l->api;
    cl_int err;
    cl_uint references = 0;
    cl_command_buffer_khr commands =
        OCL_CREATE(api->clCreateCommandBufferKHR(1, &l->queues[0], NULL, &err));
    OCL_CHECK(api->clRetainCommandBufferKHR(commands));
    OCL_CHECK(api->clGetCommandBufferInfoKHR(commands, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR,
                                             sizeof references, &references, NULL));
    OCL_CHECK(api->clReleaseCommandBufferKHR(commands));
    ocl_result result = ocl_verify_equal("references", references, 2);
    result = ocl_result_both(result, ocl_verify_equal("state when created", state_of(l, commands),
                                                      CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
    OCL_CHECK(api->clCommandNDRangeKernelKHR(commands, NULL, NULL, l->kernels[0], 1, NULL, &l->n,
                                             NULL, 0, NULL, NULL, NULL));
    OCL_CHECK(api->clFinalizeCommandBufferKHR(commands));
    result = ocl_result_both(result, ocl_verify_equal("state when finalized", state_of(l, commands),
                                                      CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
    ocl_report_result(l->report, "states", result);
    OCL_CHECK(api->clReleaseCommandBufferKHR(commands));
}

// A queue, a buffer and a kernel for each part of the work.
static void create(lesson *l, cl_program program)
{
    const cl_ulong n = l->n;
    cl_int err;
    for (size_t q = 0; q < MAX_QUEUES; q++) {
        l->queues[q] = OCL_CREATE(clCreateCommandQueue(l->env->context, l->env->device, 0, &err));
        l->d_x[q] = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->bytes, NULL);
        l->kernels[q] = OCL_CREATE(clCreateKernel(program, "command_buffer_step", &err));
        OCL_CHECK(clSetKernelArg(l->kernels[q], 0, sizeof l->d_x[q], &l->d_x[q]));
        OCL_CHECK(clSetKernelArg(l->kernels[q], 1, sizeof n, &n));
    }
    l->d_out = ocl_buffer(l->env, CL_MEM_READ_WRITE, MAX_QUEUES * l->bytes, NULL);
}

static void release(const lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_out));
    for (size_t q = 0; q < MAX_QUEUES; q++) {
        OCL_CHECK(clReleaseKernel(l->kernels[q]));
        OCL_CHECK(clReleaseMemObject(l->d_x[q]));
        OCL_CHECK(clReleaseCommandQueue(l->queues[q]));
    }
}

int main(int argc, char **argv)
{
    size_t launches = 256;
    const ocl_option own[] = {
        { .usage = "-c, --launches N: launches in a recording, at most 4K", .count = &launches },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "command_buffer_queues",
                              .summary = "Commands are recorded once, and replayed with one call.",
                              .accepts = "dnorVk",
                              .size_help = "elements that a launch changes",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_CHART_FILE };
    const ocl_options defaults = { .n = { 251 }, .repeat = 20 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (launches > MAX_LAUNCHES)
        ocl_exit(OCL_EXIT_USAGE, "--launches %zu: give at most %d", launches, MAX_LAUNCHES);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, MAX_QUEUES * size, 2 * MAX_QUEUES * size, MAX_QUEUES * size);

    lesson l = { .env = &env, .api = require_command_buffers(&env), .n = opt.n[0] };
    l.bytes = l.n * sizeof(cl_uint);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_count(l.report, "launches", launches);
    cl_program program = ocl_build(&env, "command_buffer_queues.cl", "-cl-std=CL1.2");
    create(&l, program);

    for (int v = ENQUEUE; v <= REPLAY_QUEUES; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v, launches);
    if (ocl_wants(&opt, "all")) show_states(&l);
    if (ocl_wants(&opt, "all") && l.n <= MAX_SWEPT)
        sweep(&l, opt.output);
    else if (ocl_wants(&opt, "all"))
        ocl_report_note(l.report, "no sweep with more than %d elements: it would take long",
                        MAX_SWEPT);

    release(&l);
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
