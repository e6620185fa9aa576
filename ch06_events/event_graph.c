// SPDX-License-Identifier: MIT
//
// event_graph - six commands and what each of them has to wait for, kept by three kinds of queues.
//
//     write A ---> kernel A --+
//     write B ------^         v
//     write C ------------> kernel B ---> read
//
// Shows   an in-order queue (keeps any order by itself), an out-of-order queue (wait lists say all), two
//         in-order queues (one event between them); which order the device really took, by the stamps
// Uses    event_wait_list of clEnqueue*, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, clFlush, clFinish
// Try     event_graph -o graph.png; event_graph --without kernel_A:kernel_B

#include "event_graph/event_graph.h"

enum { ROUNDS = 8, INPUTS = 3, QUEUES = 2 };

static const char *const VARIANTS[] = { "in_order", "out_of_order", "two_queues", NULL };
static const event_graph_variant VARIANT[] = {
    { .name = "in_order", .in_order = true },
    { .name = "out_of_order", .in_order = false },
    { .name = "two_queues",
      .in_order = true,
      .queue_of = { [WRITE_C] = 1, [KERNEL_B] = 1, [READ] = 1 } },
};
enum { VARIANT_COUNT = sizeof VARIANT / sizeof VARIANT[0] };

// What --without takes: the edges in the order of EVENT_GRAPH, from 1.
static const char *const EDGES[] = { "none",
                                     "write_A:kernel_A",
                                     "write_B:kernel_A",
                                     "write_C:kernel_B",
                                     "kernel_A:kernel_B",
                                     "kernel_B:read",
                                     NULL };

typedef struct {
    const ocl_env *env;
    size_t without;         // the edge that no wait list mentions; 0: none
    cl_kernel kernel[2];    // A and B, and what they make: d and e
    cl_mem d_in[INPUTS], d_out[2];
    uint32_t *in[INPUTS], *got, *ref;
    size_t bytes, global, local;
    cl_ulong n;
} event_graph_job;

static void event_graph_ref(uint32_t *e, uint32_t *const in[INPUTS], size_t n)
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

// The wait list of `to`: the events of all commands that it depends on, but for those that an in-order queue
// completes before it anyway.  Returns how many there are.
static cl_uint event_graph_waits(const event_graph_job *job, const cl_event *event, int to,
                                 event_graph_run *run, cl_event waits[COMMANDS])
{
    const event_graph_variant *variant = run->variant;
    cl_uint count = 0;
    for (size_t e = 0; e < EVENT_GRAPH_EDGES; e++) {
        const int from = EVENT_GRAPH[e].from;
        if (EVENT_GRAPH[e].to != to || job->without == e + 1) continue;
        if (variant->in_order && variant->queue_of[from] == variant->queue_of[to]) continue;
        waits[count++] = event[from];
        run->waits[to] |= 1u << from;
    }
    return count;
}

// Enqueues all commands at once and waits for the last of them.
static void event_graph_execute(const event_graph_job *job, const cl_command_queue queue[QUEUES],
                                event_graph_run *run)
{
    const int *of = run->variant->queue_of;
    cl_event event[COMMANDS], waits[COMMANDS];
    for (int c = WRITE_A; c <= WRITE_C; c++)
        OCL_CHECK(clEnqueueWriteBuffer(queue[of[c]], job->d_in[c], CL_FALSE, 0, job->bytes,
                                       job->in[c], 0, NULL, &event[c]));
    for (int c = KERNEL_A; c <= KERNEL_B; c++) {
        const cl_uint count = event_graph_waits(job, event, c, run, waits);
        OCL_CHECK(clEnqueueNDRangeKernel(queue[of[c]], job->kernel[c - KERNEL_A], 1, NULL,
                                         &job->global, &job->local, count, count > 0 ? waits : NULL,
                                         &event[c]));
        // Before a command of another queue waits for it, a command must have been flushed.
        OCL_CHECK(clFlush(queue[of[c]]));
    }
    const cl_uint count = event_graph_waits(job, event, READ, run, waits);
    OCL_CHECK(clEnqueueReadBuffer(queue[of[READ]], job->d_out[1], CL_FALSE, 0, job->bytes, job->got,
                                  count, count > 0 ? waits : NULL, &event[READ]));

    // A queue that nobody flushes may keep its commands for good, and whoever waits for their events.
    for (int q = 0; q < QUEUES; q++)
        OCL_CHECK(clFlush(queue[q]));
    for (int q = 0; q < QUEUES; q++)
        OCL_CHECK(clFinish(queue[q]));
    for (int c = 0; c < COMMANDS; c++) {
        run->stamps[c] = ocl_event_stamps(event[c]);
        OCL_CHECK(clReleaseEvent(event[c]));
    }
}

// Whether the variant is wanted and the device takes it.
static bool event_graph_runs(const ocl_env *env, const event_graph_variant *variant,
                             ocl_report *report)
{
    if (!ocl_wants(env->options, variant->name)) return false;
    if (variant->in_order || ocl_device_number(env->device, CL_DEVICE_QUEUE_PROPERTIES) &
                                 CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        return true;
    if (env->options->variant) ocl_exit(OCL_EXIT_SKIP, "this device has no out-of-order queues");
    ocl_report_print(report, "\n%s is left out: this device has no out-of-order queues\n",
                     variant->name);
    return false;
}

// Runs a variant once to warm up, then as often as asked.  Returns the last run.
static event_graph_run event_graph_measure(const event_graph_job *job,
                                           const event_graph_variant *variant, ocl_report *report)
{
    const ocl_env *env = job->env;
    const cl_command_queue_properties order =
        variant->in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    const double tick_ns = ocl_tick_ns(env->device);
    cl_command_queue queue[QUEUES];
    cl_int err;
    for (int q = 0; q < QUEUES; q++)
        queue[q] = OCL_CREATE(clCreateCommandQueue(env->context, env->device,
                                                   CL_QUEUE_PROFILING_ENABLE | order, &err));

    event_graph_run run = { .variant = variant };
    ocl_times times = { .runs = 0 };
    ocl_result check = { .pass = true };
    for (size_t i = 0; i <= env->options->repeat; i++) {
        memset(job->got, 0xff, job->bytes);    // no old answer is taken for a new one
        for (int r = 0; r < 2; r++)
            OCL_CHECK(clEnqueueWriteBuffer(env->queue, job->d_out[r], CL_TRUE, 0, job->bytes,
                                           job->got, 0, NULL, NULL));
        event_graph_execute(job, queue, &run);
        check = ocl_result_both(check, event_graph_verify_stamps(&run, tick_ns));
        check = ocl_result_both(check, ocl_verify_u32(variant->name, job->got, job->ref, job->n));
        if (i > 0) ocl_times_add(&times, ocl_stamps_ns(run.stamps, COMMANDS));
    }
    check = ocl_result_both(check, event_graph_verify_promises(&run));
    event_graph_print(report, &run);
    ocl_report_row(report, &(ocl_row){ variant->name, &times, 4.0 * ROUNDS * (double)job->n,
                                       "Gop/s", 0.0, check });
    for (int q = 0; q < QUEUES; q++)
        OCL_CHECK(clReleaseCommandQueue(queue[q]));
    return run;
}

int main(int argc, char **argv)
{
    event_graph_job job = { .without = 0 };
    const ocl_option own[] = { { 'w', "without", OCL_CHOICE, &job.without, "NAME",
                                 "leave an edge out of the wait lists", EDGES },
                               { 0 } };
    const ocl_about about = { .name = "event_graph",
                              .summary = "Commands that depend on each other, on three kinds of "
                                         "queues.",
                              .accepts = "dnorVks",
                              .size_help = "elements of each buffer",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // The data, and the answer in plain C.
    const double buffer_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, buffer_bytes, 5.0 * buffer_bytes, 5.0 * buffer_bytes);
    job.env = &env;
    job.n = opt.n[0];
    job.bytes = opt.n[0] * sizeof(cl_uint);
    for (uint64_t i = 0; i < INPUTS; i++) {
        job.in[i] = ocl_alloc(job.bytes);
        ocl_fill_u32(job.in[i], job.n, opt.seed + i);
        job.d_in[i] = ocl_buffer(&env, CL_MEM_READ_ONLY, job.bytes, NULL);
    }
    job.got = ocl_alloc(job.bytes);
    job.ref = ocl_alloc(job.bytes);
    const double begin = ocl_wall_ns();
    event_graph_ref(job.ref, job.in, job.n);
    const double reference_ns = ocl_wall_ns() - begin;

    cl_int err;
    cl_program program = ocl_build(&env, "event_graph.cl", "-cl-std=CL1.2 -DROUNDS=%d", ROUNDS);
    job.kernel[0] = OCL_CREATE(clCreateKernel(program, "event_graph_a", &err));
    job.kernel[1] = OCL_CREATE(clCreateKernel(program, "event_graph_b", &err));
    for (int k = 0; k < 2; k++)
        job.d_out[k] = ocl_buffer(&env, CL_MEM_READ_WRITE, job.bytes, NULL);
    const cl_mem arguments[2][3] = { { job.d_out[0], job.d_in[0], job.d_in[1] },
                                     { job.d_out[1], job.d_in[2], job.d_out[0] } };
    for (cl_uint k = 0; k < 2; k++) {
        for (cl_uint a = 0; a < 3; a++)
            OCL_CHECK(clSetKernelArg(job.kernel[k], a, sizeof(cl_mem), &arguments[k][a]));
        OCL_CHECK(clSetKernelArg(job.kernel[k], 3, sizeof job.n, &job.n));
    }
    job.local = ocl_local_size(job.kernel[0], env.device, 64);
    job.global = ocl_round_up(job.n, job.local);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", job.n);
    ocl_report_text(report, "without", EDGES[job.without]);
    ocl_report_reference(report, reference_ns);
    event_graph_run runs[VARIANT_COUNT];
    size_t count = 0;
    for (int v = 0; v < VARIANT_COUNT; v++)
        if (event_graph_runs(&env, &VARIANT[v], report))
            runs[count++] = event_graph_measure(&job, &VARIANT[v], report);
    if (opt.output) event_graph_picture(runs, count, opt.output);

    for (int k = 0; k < 2; k++) {
        OCL_CHECK(clReleaseMemObject(job.d_out[k]));
        OCL_CHECK(clReleaseKernel(job.kernel[k]));
    }
    OCL_CHECK(clReleaseProgram(program));
    for (int i = 0; i < INPUTS; i++) {
        OCL_CHECK(clReleaseMemObject(job.d_in[i]));
        free(job.in[i]);
    }
    ocl_close(&env);
    free(job.ref);
    free(job.got);
    return ocl_report_close(report);
}
