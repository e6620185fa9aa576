// SPDX-License-Identifier: MIT
//
// event_graph - six commands that depend on each other, on three kinds of queues.
//
//     write A ---> kernel A --+
//     write B ------^         v
//     write C ------------> kernel B ---> read
//
// Shows   an in-order queue, which keeps every order; an out-of-order queue, which keeps only what
//         wait lists say; two in-order queues with one event between them; the order that the
//         device really took
// Uses    event_wait_list of clEnqueue*, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, clFlush, clFinish
// Try     event_graph -o graph.png; event_graph --without kernel_A:kernel_B

#include "event_graph/graph.h"

enum { ROUNDS = 8, INPUTS = 3, KERNELS = 2, QUEUES = 2, LOCAL = 64 };

typedef struct {
    size_t without;                         // the edge that no wait list mentions, from 1; 0: none
    cl_kernel kernel[KERNELS];              // A and B
    cl_mem d_in[INPUTS], d_out[KERNELS];    // d_out: what A and B compute
    uint32_t *in[INPUTS], *got, *ref;
    size_t bytes, global, local;
    cl_ulong n;
} job;

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

// The wait list of `to`: the events of the commands that it depends on.  An in-order queue
// completes its own earlier commands anyway: they are left out.  Returns the length of the list.
static cl_uint list_waits(const job *j, const cl_event event[COMMANDS], int to,
                          event_graph_run *run, cl_event waits[COMMANDS])
{
    const event_graph_variant *variant = run->variant;
    cl_uint count = 0;
    for (size_t e = 0; e < EDGES; e++) {
        const int from = EVENT_GRAPH[e].from;
        if (EVENT_GRAPH[e].to != to || j->without == e + 1) continue;
        if (variant->in_order && variant->queue_of[from] == variant->queue_of[to]) continue;
        waits[count++] = event[from];
        run->waits[to][from] = true;
    }
    return count;
}

// Enqueues all commands, then waits.
static void run_graph(const job *j, const cl_command_queue queue[QUEUES], event_graph_run *run)
{
    const int *of = run->variant->queue_of;
    cl_event event[COMMANDS], waits[COMMANDS];
    for (int c = WRITE_A; c <= WRITE_C; c++)
        OCL_CHECK(clEnqueueWriteBuffer(queue[of[c]], j->d_in[c], CL_FALSE, 0, j->bytes, j->in[c], 0,
                                       NULL, &event[c]));
    for (int c = KERNEL_A; c <= KERNEL_B; c++) {
        const cl_uint count = list_waits(j, event, c, run, waits);
        OCL_CHECK(clEnqueueNDRangeKernel(queue[of[c]], j->kernel[c - KERNEL_A], 1, NULL, &j->global,
                                         &j->local, count, count > 0 ? waits : NULL, &event[c]));
        // A command of another queue may wait for this one: it must have been flushed before.
        OCL_CHECK(clFlush(queue[of[c]]));
    }
    const cl_uint count = list_waits(j, event, READ, run, waits);
    OCL_CHECK(clEnqueueReadBuffer(queue[of[READ]], j->d_out[1], CL_FALSE, 0, j->bytes, j->got,
                                  count, count > 0 ? waits : NULL, &event[READ]));

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

// A warm-up and the timed runs, up to the first wrong one.  Returns the last run.
static event_graph_run measure(const job *j, const ocl_env *env, const event_graph_variant *variant,
                               ocl_report *report)
{
    const cl_command_queue_properties order =
        variant->in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    cl_command_queue queue[QUEUES];
    cl_int err;
    for (int q = 0; q < QUEUES; q++)
        queue[q] = OCL_CREATE(clCreateCommandQueue(env->context, env->device,
                                                   CL_QUEUE_PROFILING_ENABLE | order, &err));
    event_graph_run run = { .variant = variant };
    ocl_times times = { .runs = 0 };
    ocl_result result = { .pass = true };
    for (size_t i = 0; i <= env->options->repeat; i++) {
        memset(j->got, ocl_poison_byte(i), j->bytes);
        for (int k = 0; k < KERNELS; k++)    // written: oclgrind warns of memory that was filled
            OCL_CHECK(clEnqueueWriteBuffer(env->queue, j->d_out[k], CL_TRUE, 0, j->bytes, j->got, 0,
                                           NULL, NULL));
        run_graph(j, queue, &run);
        event_graph_note_stamps(&run, ocl_tick_ns(env->device));
        result = ocl_result_both(result, ocl_verify_u32(variant->name, j->got, j->ref, j->n));
        if (i > 0) ocl_times_add(&times, ocl_stamps_ns(run.stamps, COMMANDS));
        if (!result.pass) break;    // one wrong answer is enough to be printed
    }
    result = ocl_result_both(result, event_graph_verify_stamps(&run));
    result = ocl_result_both(result, event_graph_verify_promises(&run));
    event_graph_report(report, &run);
    ocl_report_row(report, &(ocl_row){ .name = variant->name,
                                       .times = &times,
                                       .work = 4.0 * ROUNDS * (double)j->n,
                                       .unit = "Gop/s",
                                       .result = result });
    for (int q = 0; q < QUEUES; q++)
        OCL_CHECK(clReleaseCommandQueue(queue[q]));
    return run;
}

int main(int argc, char **argv)
{
    job j = { .without = 0 };
    const ocl_option own[] = {
        { .usage = "-w, --without NAME: leave this edge out of the wait lists",
          .choice = &j.without,
          .choices = EVENT_GRAPH_EDGE_NAMES },
        { 0 },
    };
    const ocl_about about = { .name = "event_graph",
                              .summary = "Commands that wait for others, on three kinds of queues.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "elements of each buffer",
                              .extents = 1,
                              .variants = EVENT_GRAPH_VARIANT_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const double buffer_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, buffer_bytes, 5.0 * buffer_bytes, 5.0 * buffer_bytes);
    j.n = opt.n[0];
    j.bytes = opt.n[0] * sizeof(cl_uint);
    j.got = ocl_alloc(j.bytes);
    j.ref = ocl_alloc(j.bytes);
    for (uint64_t i = 0; i < INPUTS; i++) {
        j.in[i] = ocl_alloc(j.bytes);
        ocl_fill_u32(j.in[i], j.n, opt.seed + i);
        j.d_in[i] = ocl_buffer(&env, CL_MEM_READ_ONLY, j.bytes, NULL);
    }

    cl_int err;
    cl_program program = ocl_build(&env, "event_graph.cl", "-cl-std=CL1.2 -DROUNDS=%d", ROUNDS);
    j.kernel[0] = OCL_CREATE(clCreateKernel(program, "event_graph_a", &err));
    j.kernel[1] = OCL_CREATE(clCreateKernel(program, "event_graph_b", &err));
    for (int k = 0; k < KERNELS; k++)
        j.d_out[k] = ocl_buffer(&env, CL_MEM_READ_WRITE, j.bytes, NULL);
    const cl_mem arguments[KERNELS][3] = { { j.d_out[0], j.d_in[0], j.d_in[1] },
                                           { j.d_out[1], j.d_in[2], j.d_out[0] } };
    for (cl_uint k = 0; k < KERNELS; k++) {
        for (cl_uint a = 0; a < 3; a++)
            OCL_CHECK(clSetKernelArg(j.kernel[k], a, sizeof(cl_mem), &arguments[k][a]));
        OCL_CHECK(clSetKernelArg(j.kernel[k], 3, sizeof j.n, &j.n));
    }
    j.local = ocl_local_size(j.kernel[0], env.device, LOCAL);
    j.global = ocl_round_up(j.n, j.local);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", j.n);
    ocl_report_text(report, "without", EVENT_GRAPH_EDGE_NAMES[j.without]);
    OCL_TIME_REFERENCE(report, graph_ref(j.ref, j.in, j.n));
    event_graph_run runs[VARIANTS];
    size_t count = 0;
    for (int v = 0; v < VARIANTS; v++)
        if (event_graph_can_run(&env, &EVENT_GRAPH_VARIANTS[v], report))
            runs[count++] = measure(&j, &env, &EVENT_GRAPH_VARIANTS[v], report);
    if (opt.output) event_graph_picture(runs, count, report, opt.output);
    for (int k = 0; k < KERNELS; k++) {
        OCL_CHECK(clReleaseMemObject(j.d_out[k]));
        OCL_CHECK(clReleaseKernel(j.kernel[k]));
    }
    OCL_CHECK(clReleaseProgram(program));
    for (int i = 0; i < INPUTS; i++) {
        OCL_CHECK(clReleaseMemObject(j.d_in[i]));
        free(j.in[i]);
    }
    ocl_close(&env);
    free(j.ref);
    free(j.got);
    return ocl_report_close(report);
}
