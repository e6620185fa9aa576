// SPDX-License-Identifier: MIT
//
// pipes_reservations - kernels hand packets to each other, first in, first out.
//
// Shows   a producer, a filter and a consumer: with lists and counters, which run everywhere; with
//         pipes, a packet at a time or reserved by a work-item or a work-group; a pipe that is full
//         and one that is empty
// Uses    CL_DEVICE_PIPE_SUPPORT, clCreatePipe, clGetPipeInfo, clEnqueueNDRangeKernel; write_pipe,
//         read_pipe, reserve_write_pipe and its relatives, get_pipe_num_packets
// Try     pipes_reservations -V group; pipes_reservations -V plain -n 1M

#include "ocl.h"

enum { BINS = 64, SMALL_PIPE = 8, TRIES = 12 };

enum { LIST, PLAIN, ITEM, GROUP };
static const char *const VARIANTS[] = { "list", "plain", "item", "group", "edges", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    bool pipes;    // the device has them
    cl_uint n, seed;
    size_t group;         // work-items per work-group
    cl_uint ref[BINS];    // how many of the kept numbers are in each bin
} lesson;

// The answer in plain C.
static void bins_ref(cl_uint bins[BINS], cl_uint n, cl_uint seed)
{
    for (cl_uint b = 0; b < BINS; b++)
        bins[b] = 0;
    for (cl_uint i = 0; i < n; i++) {
        cl_uint v = (i ^ seed) * 2654435761u;
        v ^= v >> 15;
        if (v % 3 != 0) bins[v % BINS]++;
    }
}

static void launch(const lesson *l, cl_kernel kernel, size_t items, cl_event *done)
{
    const size_t local = ocl_local_size(kernel, l->env->device, l->group);
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, done));
}

static void report_bins(const lesson *l, ocl_trial *t, cl_mem d_bins)
{
    const ocl_work work = { .amount = (double)l->n, .unit = "Mpacket/s" };
    ocl_trial_report(t, l->report, &work,
                     ocl_verify_buffer(l->env, t->name, d_bins, l->ref, sizeof l->ref));
}

// Without pipes: two lists, and their lengths.
static void run_list(const lesson *l)
{
    const cl_uint zeros[BINS] = { 0 };
    cl_int err;
    cl_kernel produce =
        OCL_CREATE(clCreateKernel(l->program, "pipes_reservations_produce_list", &err));
    cl_kernel filter =
        OCL_CREATE(clCreateKernel(l->program, "pipes_reservations_filter_list", &err));
    cl_kernel consume =
        OCL_CREATE(clCreateKernel(l->program, "pipes_reservations_consume_list", &err));
    cl_mem d_bins = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof zeros, NULL);
    cl_mem d_made = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->n * sizeof(cl_uint), NULL);
    cl_mem d_kept = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->n * sizeof(cl_uint), NULL);
    cl_mem d_counts = ocl_buffer(l->env, CL_MEM_READ_WRITE, 2 * sizeof *zeros, NULL);
    OCL_CHECK(clSetKernelArg(produce, 0, sizeof d_made, &d_made));
    OCL_CHECK(clSetKernelArg(produce, 1, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(produce, 2, sizeof l->n, &l->n));
    OCL_CHECK(clSetKernelArg(produce, 3, sizeof l->seed, &l->seed));
    OCL_CHECK(clSetKernelArg(filter, 0, sizeof d_kept, &d_kept));
    OCL_CHECK(clSetKernelArg(filter, 1, sizeof d_made, &d_made));
    OCL_CHECK(clSetKernelArg(filter, 2, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(consume, 0, sizeof d_bins, &d_bins));
    OCL_CHECK(clSetKernelArg(consume, 1, sizeof d_kept, &d_kept));
    OCL_CHECK(clSetKernelArg(consume, 2, sizeof d_counts, &d_counts));

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[LIST], d_bins, sizeof zeros);
    ocl_trial_scratch(&t, d_made, l->n * sizeof(cl_uint));
    ocl_trial_scratch(&t, d_kept, l->n * sizeof(cl_uint));
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, d_bins, CL_TRUE, 0, sizeof zeros, zeros, 0,
                                       NULL, NULL));
        OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, d_counts, CL_TRUE, 0, 2 * sizeof *zeros,
                                       zeros, 0, NULL, NULL));
        launch(l, produce, l->n, &t.first);
        launch(l, filter, l->n, NULL);
        launch(l, consume, l->n, &t.done);
    }
    report_bins(l, &t, d_bins);
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseMemObject(d_kept));
    OCL_CHECK(clReleaseMemObject(d_made));
    OCL_CHECK(clReleaseMemObject(d_bins));
    OCL_CHECK(clReleaseKernel(consume));
    OCL_CHECK(clReleaseKernel(filter));
    OCL_CHECK(clReleaseKernel(produce));
}

// The three kernels with two pipes.  The variants differ in the filter.
static void run_pipes(const lesson *l, int variant)
{
    const cl_uint zeros[BINS] = { 0 };
    const size_t filters = variant == ITEM ? ocl_divide_up(l->n, 4) : l->n;
    char name[64];
    snprintf(name, sizeof name, "pipes_reservations_filter_%s", VARIANTS[variant]);
    cl_int err;
    cl_kernel produce = OCL_CREATE(clCreateKernel(l->program, "pipes_reservations_produce", &err));
    cl_kernel filter = OCL_CREATE(clCreateKernel(l->program, name, &err));
    cl_kernel consume = OCL_CREATE(clCreateKernel(l->program, "pipes_reservations_consume", &err));
    cl_mem d_bins = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof zeros, NULL);
    cl_mem made = OCL_CREATE(clCreatePipe(l->env->context, 0, sizeof(cl_uint), l->n, NULL, &err));
    cl_mem kept = OCL_CREATE(clCreatePipe(l->env->context, 0, sizeof(cl_uint), l->n, NULL, &err));
    OCL_CHECK(clSetKernelArg(produce, 0, sizeof made, &made));
    OCL_CHECK(clSetKernelArg(produce, 1, sizeof l->n, &l->n));
    OCL_CHECK(clSetKernelArg(produce, 2, sizeof l->seed, &l->seed));
    OCL_CHECK(clSetKernelArg(filter, 0, sizeof kept, &kept));
    OCL_CHECK(clSetKernelArg(filter, 1, sizeof made, &made));
    OCL_CHECK(clSetKernelArg(filter, 2, sizeof l->n, &l->n));
    OCL_CHECK(clSetKernelArg(consume, 0, sizeof d_bins, &d_bins));
    OCL_CHECK(clSetKernelArg(consume, 1, sizeof kept, &kept));

    // Each run leaves both pipes empty.
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], d_bins, sizeof zeros);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, d_bins, CL_TRUE, 0, sizeof zeros, zeros, 0,
                                       NULL, NULL));
        launch(l, produce, l->n, &t.first);
        launch(l, filter, filters, NULL);
        launch(l, consume, l->n, &t.done);
    }
    report_bins(l, &t, d_bins);
    OCL_CHECK(clReleaseMemObject(kept));
    OCL_CHECK(clReleaseMemObject(made));
    OCL_CHECK(clReleaseMemObject(d_bins));
    OCL_CHECK(clReleaseKernel(consume));
    OCL_CHECK(clReleaseKernel(filter));
    OCL_CHECK(clReleaseKernel(produce));
}

static ocl_result run_facts(const lesson *l, const char *name, cl_mem pipe, const cl_uint *ref,
                            size_t count)
{
    const cl_uint tries = TRIES;
    const size_t one = 1, bytes = count * sizeof *ref;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    cl_mem d_facts = ocl_buffer(l->env, CL_MEM_READ_WRITE, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_facts, &d_facts));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof pipe, &pipe));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof tries, &tries));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    const ocl_result result = ocl_verify_buffer(l->env, name, d_facts, ref, bytes);
    OCL_CHECK(clReleaseMemObject(d_facts));
    OCL_CHECK(clReleaseKernel(kernel));
    return result;
}

// A small pipe gets more packets than it can hold, and gives more than it has.
static void show_edges(const lesson *l)
{
    static const cl_uint FULL[] = { 0, SMALL_PIPE, SMALL_PIPE, SMALL_PIPE };
    static const cl_uint EMPTY[] = { SMALL_PIPE, SMALL_PIPE, SMALL_PIPE, 0 };
    cl_uint packet = 0, packets = 0;
    cl_int err;
    cl_mem pipe =
        OCL_CREATE(clCreatePipe(l->env->context, 0, sizeof packet, SMALL_PIPE, NULL, &err));
    OCL_CHECK(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof packet, &packet, NULL));
    OCL_CHECK(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof packets, &packets, NULL));
    ocl_result result = ocl_verify_equal("bytes of a packet", packet, sizeof packet);
    result = ocl_result_both(result, ocl_verify_equal("packets", packets, SMALL_PIPE));
    ocl_report_result(l->report, "clGetPipeInfo", result);
    ocl_report_result(
        l->report, "full",
        run_facts(l, "pipes_reservations_fill", pipe, FULL, sizeof FULL / sizeof *FULL));
    ocl_report_result(
        l->report, "empty",
        run_facts(l, "pipes_reservations_drain", pipe, EMPTY, sizeof EMPTY / sizeof *EMPTY));
    OCL_CHECK(clReleaseMemObject(pipe));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "pipes_reservations",
                              .summary = "Kernels hand packets to each other, first in, first out.",
                              .accepts = "dnrVks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = CL_INT_MAX,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 10007 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, size, 4 * size, size);

    lesson l = { .env = &env, .n = (cl_uint)opt.n[0], .seed = (cl_uint)ocl_random(opt.seed, 0) };
    l.pipes = ocl_device_version(env.device) >= 20 &&
              ocl_has_optional(env.device, CL_DEVICE_PIPE_SUPPORT);
    l.group = ocl_group_size(env.device, 64);
    if (!ocl_wants(&opt, "list") && !l.pipes)
        ocl_exit(OCL_EXIT_SKIP, "this device has no pipes: CL_DEVICE_PIPE_SUPPORT is CL_FALSE");
    bins_ref(l.ref, l.n, l.seed);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_count(l.report, "group", l.group);

    l.program = ocl_build(&env, "pipes_reservations.cl", "%s -DGROUP=%zu -DBINS=%d",
                          l.pipes ? ocl_newest_c(env.device) : "-cl-std=CL1.2", l.group, BINS);
    if (ocl_wants(&opt, "list")) run_list(&l);
    for (int v = PLAIN; v <= GROUP; v++)
        if (ocl_wants(&opt, VARIANTS[v]) && l.pipes) run_pipes(&l, v);
    if (ocl_wants(&opt, "edges") && l.pipes) show_edges(&l);
    if (ocl_wants(&opt, "all") && !l.pipes)
        ocl_report_note(l.report,
                        "not run: what needs pipes, as CL_DEVICE_PIPE_SUPPORT is CL_FALSE");

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
