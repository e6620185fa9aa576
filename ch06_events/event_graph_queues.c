// SPDX-License-Identifier: MIT
//
// event_graph_queues - six commands that depend on each other, on three kinds of queues.
//
//     write A ---> kernel A --+
//     write B ------^         v
//     write C ------------> kernel B ---> read
//
// Shows   an in-order queue, which keeps every order; an out-of-order queue, which keeps only what
//         wait lists say; two in-order queues with one event between them; the order that the
//         device really took
// Uses    event_wait_list of clEnqueue*, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, clFlush, clFinish
// Try     event_graph_queues -o graph.png; event_graph_queues --without kernel_A:kernel_B

#include "ocl.h"

#include "proof/event_graph_queues/graph.h"

enum { ROUNDS = 8, INPUTS = 3, KERNELS = 2, QUEUES = 2, LOCAL = 64 };

static const event_graph_edge EVENT_GRAPH[EDGES] = { { WRITE_A, KERNEL_A },
                                                     { WRITE_B, KERNEL_A },
                                                     { WRITE_C, KERNEL_B },
                                                     { KERNEL_A, KERNEL_B },
                                                     { KERNEL_B, READ } };

// What --without takes: "none", then the edges in the order of EVENT_GRAPH.
static const char *const EDGE_NAMES[] = { "none",
                                          "write_A:kernel_A",
                                          "write_B:kernel_A",
                                          "write_C:kernel_B",
                                          "kernel_A:kernel_B",
                                          "kernel_B:read",
                                          NULL };

enum { VARIANTS = 3 };
static const char *const VARIANT_NAMES[] = { "in_order", "out_of_order", "two_queues", NULL };

static const event_graph_variant RUNS[VARIANTS] = {
    { .name = "in_order", .in_order = true },
    { .name = "out_of_order", .in_order = false },
    { .name = "two_queues",
      .in_order = true,
      .queue_of = { [WRITE_C] = 1, [KERNEL_B] = 1, [READ] = 1 } },
};

// Whether the variant is wanted and the device can run it.
static bool can_run(const ocl_env *env, const event_graph_variant *variant, ocl_report *report)
{
    const bool out_of_order = ocl_device_number(env->device, CL_DEVICE_QUEUE_PROPERTIES) &
                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    if (!ocl_wants(env->options, variant->name)) return false;
    if (variant->in_order || out_of_order) return true;
    if (env->options->variant) ocl_exit(OCL_EXIT_SKIP, "this device has no out-of-order queues");
    ocl_report_note(report, "%s is left out: this device has no out-of-order queues",
                    variant->name);
    return false;
}

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t without;                         // the edge that no wait list mentions, from 1; 0: none
    cl_kernel kernel[KERNELS];              // A and B
    cl_mem d_in[INPUTS], d_out[KERNELS];    // d_out: what A and B compute
    uint32_t *in[INPUTS], *got, *ref;
    size_t bytes, global, local;
    size_t n;
} lesson;

// d is what kernel A makes of the first two inputs.  Kernel B needs it, and the third input.
static void graph_ref(uint32_t *e, uint32_t *const in[INPUTS], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t a = in[0][i], b = in[1][i], c = in[2][i];
        uint32_t d = a;
        for (int k = 0; k < ROUNDS; k++)
            d = d * b + a;
        e[i] = d;
        for (int k = 0; k < ROUNDS; k++)
            e[i] = e[i] * d + c;
    }
}

// The wait list of command `to`: the events of the commands that it depends on.  An in-order queue
// completes its own earlier commands anyway: they are left out.  Returns the length of the list.
static cl_uint list_waits(const lesson *l, const cl_event event[COMMANDS], int to,
                          event_graph_run *run, cl_event waits[COMMANDS])
{
    const event_graph_variant *variant = run->variant;
    cl_uint count = 0;
    for (size_t e = 0; e < EDGES; e++) {
        const int from = EVENT_GRAPH[e].from;
        const bool is_queued =
            variant->in_order && variant->queue_of[from] == variant->queue_of[to];
        const bool is_left_out = l->without == e + 1;
        if (EVENT_GRAPH[e].to != to || is_left_out || is_queued) continue;
        waits[count++] = event[from];
        run->waits[to][from] = true;
    }
    return count;
}

static void enqueue_kernel(const lesson *l, cl_command_queue queue, int command,
                           event_graph_run *run, cl_event event[COMMANDS])
{
    cl_event waits[COMMANDS];
    const cl_uint count = list_waits(l, event, command, run, waits);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->kernel[command - KERNEL_A], 1, NULL, &l->global,
                                     &l->local, count, count > 0 ? waits : NULL, &event[command]));
}

static void enqueue_read(const lesson *l, cl_command_queue queue, event_graph_run *run,
                         cl_event event[COMMANDS])
{
    cl_event waits[COMMANDS];
    const cl_uint count = list_waits(l, event, READ, run, waits);
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_out[1], CL_FALSE, 0, l->bytes, l->got, count,
                                  count > 0 ? waits : NULL, &event[READ]));
}

// Enqueues all commands, then waits.
static void run_graph(const lesson *l, const cl_command_queue queue[QUEUES], event_graph_run *run)
{
    const int *of = run->variant->queue_of;    // the queue of each command
    cl_event event[COMMANDS];
    for (int c = WRITE_A; c <= WRITE_C; c++)
        OCL_CHECK(clEnqueueWriteBuffer(queue[of[c]], l->d_in[c], CL_FALSE, 0, l->bytes, l->in[c], 0,
                                       NULL, &event[c]));
    for (int c = KERNEL_A; c <= KERNEL_B; c++) {
        enqueue_kernel(l, queue[of[c]], c, run, event);
        // A command of another queue may wait for this one: it must have been flushed before.
        OCL_CHECK(clFlush(queue[of[c]]));
    }
    enqueue_read(l, queue[of[READ]], run, event);

    // Without a flush, a queue may keep its commands forever.  Then the commands that wait for them
    // never start.
    for (int q = 0; q < QUEUES; q++)
        OCL_CHECK(clFlush(queue[q]));
    for (int q = 0; q < QUEUES; q++)
        OCL_CHECK(clFinish(queue[q]));

    for (int c = 0; c < COMMANDS; c++) {
        run->stamps[c] = ocl_event_stamps(event[c]);
        OCL_CHECK(clReleaseEvent(event[c]));
    }
}

// The runs of one variant, with a row of the report.  Returns the last run.
static event_graph_run measure(const lesson *l, const event_graph_variant *variant)
{
    const ocl_env *env = l->env;
    const cl_command_queue_properties order =
        variant->in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    cl_command_queue queue[QUEUES];
    cl_int err;
    for (int q = 0; q < QUEUES; q++)
        queue[q] = OCL_CREATE(clCreateCommandQueue(env->context, env->device,
                                                   CL_QUEUE_PROFILING_ENABLE | order, &err));

    event_graph_run run = { .edges = EVENT_GRAPH, .variant = variant };
    ocl_trial t = ocl_trial_open(env, variant->name, NULL, 0);
    ocl_trial_also_host(&t, l->got, l->bytes);
    for (int k = 0; k < KERNELS; k++)
        ocl_trial_scratch(&t, l->d_out[k], l->bytes);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clFinish(env->queue));    // the commands of its queue do not mix with ours
        run_graph(l, queue, &run);
        event_graph_note_stamps(&run, ocl_tick_ns(env->device));
        t.host_ns = ocl_stamps_ns(run.stamps, COMMANDS);
    }

    ocl_result result = ocl_verify_u32(variant->name, l->got, l->ref, l->n);
    result = ocl_result_both(result, event_graph_verify_stamps(&run));
    result = ocl_result_both(result, event_graph_verify_promises(&run));
    event_graph_report(l->report, &run);
    const ocl_work work = { .amount = 4.0 * ROUNDS * (double)l->n, .unit = "Gop/s" };
    ocl_trial_report(&t, l->report, &work, result);
    for (int q = 0; q < QUEUES; q++)
        OCL_CHECK(clReleaseCommandQueue(queue[q]));
    return run;
}

int main(int argc, char **argv)
{
    lesson l = { .without = 0 };
    const ocl_option own[] = {
        { .usage = "-w, --without NAME: leave this edge out of the wait lists",
          .choice = &l.without,
          .choices = EDGE_NAMES },
        { 0 },
    };
    const ocl_about about = { .name = "event_graph_queues",
                              .summary = "Commands that wait for others, on three kinds of queues.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "elements of each buffer",
                              .extents = 1,
                              .variants = VARIANT_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    l.env = &env;

    const double buffer_bytes = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, buffer_bytes, 5.0 * buffer_bytes, 5.0 * buffer_bytes);
    l.n = opt.n[0];
    l.bytes = opt.n[0] * sizeof(cl_uint);
    l.got = ocl_alloc(l.bytes);
    l.ref = ocl_alloc(l.bytes);
    for (uint64_t i = 0; i < INPUTS; i++) {
        l.in[i] = ocl_alloc(l.bytes);
        ocl_fill_u32(l.in[i], l.n, opt.seed + i);
        l.d_in[i] = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, NULL);
    }

    cl_int err;
    cl_program program =
        ocl_build(&env, "event_graph_queues.cl", "-cl-std=CL1.2 -DROUNDS=%d", ROUNDS);
    l.kernel[0] = OCL_CREATE(clCreateKernel(program, "event_graph_queues_a", &err));
    l.kernel[1] = OCL_CREATE(clCreateKernel(program, "event_graph_queues_b", &err));
    for (int k = 0; k < KERNELS; k++)
        l.d_out[k] = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);
    const cl_mem arguments[KERNELS][3] = { { l.d_out[0], l.d_in[0], l.d_in[1] },
                                           { l.d_out[1], l.d_in[2], l.d_out[0] } };
    for (cl_uint k = 0; k < KERNELS; k++) {
        for (cl_uint a = 0; a < 3; a++)
            OCL_CHECK(clSetKernelArg(l.kernel[k], a, sizeof(cl_mem), &arguments[k][a]));
        OCL_CHECK(clSetKernelArg(l.kernel[k], 3, sizeof(cl_ulong), &(cl_ulong){ l.n }));
    }
    l.local = ocl_smaller(ocl_local_size(l.kernel[0], env.device, LOCAL),
                          ocl_local_size(l.kernel[1], env.device, LOCAL));
    l.global = ocl_round_up(l.n, l.local);

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_text(l.report, "without", EDGE_NAMES[l.without]);
    OCL_TIME_REFERENCE(l.report, graph_ref(l.ref, l.in, l.n));
    event_graph_run runs[VARIANTS];
    size_t count = 0;
    for (int v = 0; v < VARIANTS; v++)
        if (can_run(&env, &RUNS[v], l.report)) runs[count++] = measure(&l, &RUNS[v]);
    if (opt.output) event_graph_chart(runs, count, l.report, opt.output);

    for (int k = KERNELS; k-- > 0;) {
        OCL_CHECK(clReleaseMemObject(l.d_out[k]));
        OCL_CHECK(clReleaseKernel(l.kernel[k]));
    }
    OCL_CHECK(clReleaseProgram(program));
    for (int i = INPUTS; i-- > 0;) {
        OCL_CHECK(clReleaseMemObject(l.d_in[i]));
        free(l.in[i]);
    }
    ocl_close(&env);
    free(l.ref);
    free(l.got);
    return ocl_report_close(l.report);
}
