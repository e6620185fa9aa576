// SPDX-License-Identifier: MIT
//
// multi_queue - four independent parts of work on one, two and four queues of one device.
//
//     queue 0:  write 0 -> work 0 --+
//     queue 1:  write 1 -> work 1 --+--> sum -> read   (queue 0)
//     queue 2:  write 2 -> work 2 --+
//     queue 3:  write 3 -> work 3 --+
//
// Shows   kernels that fill only a part of the device overlap with kernels of other queues; a
//         command that waits for commands of other queues, and why those queues must be flushed
// Uses    clCreateCommandQueue, clRetainCommandQueue, clReleaseCommandQueue, clGetCommandQueueInfo,
//         clFlush, event_wait_list
// Try     multi_queue -o queues.png; multi_queue -n 1 (four queues gain nothing there)

#include "ocl.h"

// In this order: the writes of all parts, their work, the sum, the read.
enum { PARTS = 4, WRITE = 0, WORK = PARTS, SUM = 2 * PARTS, READ, COMMANDS };

enum { ROUNDS = 64, LOCAL = 64, MAX_RUNS = 3 };

static const char *const VARIANTS[] = { "one_queue", "two_queues", "four_queues", NULL };
static const size_t QUEUES[] = { 1, 2, 4 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_command_queue queue[PARTS];     // of each part; parts may share a queue
    uint32_t *x[PARTS], *sum, *ref;    // the inputs; their sum: of the device, of the host
    cl_mem d_x[PARTS], d_sum;
    cl_kernel work_kernel, sum_kernel;
    size_t n;
    size_t bytes, local, groups;
} lesson;

static void sum_ref(uint32_t *sum, uint32_t *const x[PARTS], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        sum[i] = 0;
        for (uint32_t p = 0; p < PARTS; p++) {
            uint32_t y = x[p][i];
            for (int k = 0; k < ROUNDS; k++)
                y = 5 * y + p + 1;
            sum[i] += y;
        }
    }
}

static cl_uint references(cl_command_queue queue)
{
    cl_uint count;
    OCL_CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

// Makes the queues.  Each of the first parts owns a queue.  The others share one of these and
// retain it: a queue lives until its last holder has released it.  The driver may also hold a
// queue, so only the growth of the counts is compared.
static ocl_result open_queues(lesson *l, size_t queues)
{
    uint32_t count[PARTS], want[PARTS];
    cl_int err;
    for (size_t q = 0; q < queues; q++) {
        l->queue[q] = OCL_CREATE(
            clCreateCommandQueue(l->env->context, l->env->device, CL_QUEUE_PROFILING_ENABLE, &err));
        want[q] = references(l->queue[q]) + (uint32_t)(PARTS / queues - 1);
    }
    for (size_t p = queues; p < PARTS; p++) {
        l->queue[p] = l->queue[p % queues];
        OCL_CHECK(clRetainCommandQueue(l->queue[p]));
    }
    for (size_t q = 0; q < queues; q++)
        count[q] = references(l->queue[q]);
    return ocl_verify_u32("reference counts of the queues", count, want, queues);
}

// Enqueues the write and the work of part p.
static void enqueue_part(const lesson *l, cl_uint p, cl_event event[COMMANDS])
{
    const cl_uint key = p + 1, rounds = ROUNDS;
    const size_t global = l->groups * l->local;
    OCL_CHECK(clSetKernelArg(l->work_kernel, 0, sizeof l->d_x[p], &l->d_x[p]));
    OCL_CHECK(clSetKernelArg(l->work_kernel, 1, sizeof key, &key));
    OCL_CHECK(clSetKernelArg(l->work_kernel, 2, sizeof rounds, &rounds));
    OCL_CHECK(clSetKernelArg(l->work_kernel, 3, sizeof(cl_ulong), &(cl_ulong){ l->n }));
    OCL_CHECK(clEnqueueWriteBuffer(l->queue[p], l->d_x[p], CL_FALSE, 0, l->bytes, l->x[p], 0, NULL,
                                   &event[WRITE + p]));
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue[p], l->work_kernel, 1, NULL, &global, &l->local, 0,
                                     NULL, &event[WORK + p]));
    // The sum waits for this kernel in another queue.  Without a flush, a driver may keep the
    // kernel in its queue forever.
    OCL_CHECK(clFlush(l->queue[p]));
}

// Enqueues everything and waits for the result.  Returns the nanoseconds that this took.
static double run_parts(const lesson *l, cl_event event[COMMANDS])
{
    const size_t global = ocl_round_up(l->n, l->local);
    const double begin = ocl_wall_ns();
    for (cl_uint p = 0; p < PARTS; p++)
        enqueue_part(l, p, event);
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue[0], l->sum_kernel, 1, NULL, &global, &l->local, PARTS,
                                     &event[WORK], &event[SUM]));
    OCL_CHECK(clEnqueueReadBuffer(l->queue[0], l->d_sum, CL_TRUE, 0, l->bytes, l->sum, 0, NULL,
                                  &event[READ]));
    return ocl_wall_ns() - begin;
}

// A variant and its last run: part p was on queue p % queues, sum and read were on queue 0.
typedef struct {
    size_t queues;    // 1 to PARTS
    double median_ns;
    ocl_stamps stamps[COMMANDS];
} multi_queue_run;

static ocl_result verify_pair(const char *what, const ocl_stamps *before, const ocl_stamps *after,
                              double tick_ns)
{
    return ocl_verify_equal(what, ocl_stamps_follow(before, after, tick_ns), true);
}

// Each part's work starts after its write has ended, the sum after all work, the read after the
// sum.  Stamps within a tick of the clock may come in either order.
static ocl_result verify_order(const ocl_stamps stamps[COMMANDS], double tick_ns)
{
    const ocl_stamps *sum = &stamps[SUM];
    ocl_result result = verify_pair("read after sum", sum, &stamps[READ], tick_ns);
    for (int p = 0; p < PARTS; p++) {
        const ocl_stamps *write = &stamps[WRITE + p], *work = &stamps[WORK + p];
        result = ocl_result_both(result, verify_pair("work after write", write, work, tick_ns));
        result = ocl_result_both(result, verify_pair("sum after work", work, sum, tick_ns));
    }
    return result;
}

// All runs with so many queues.  *run keeps the stamps of the last one.
static void measure(lesson *l, size_t v, multi_queue_run *run)
{
    const double tick_ns = ocl_tick_ns(l->env->device);
    run->queues = QUEUES[v];
    ocl_result result = open_queues(l, run->queues);
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[v], l->d_sum, l->bytes);
    ocl_trial_also_host(&t, l->sum, l->bytes);
    while (ocl_trial_next(&t)) {
        cl_event event[COMMANDS];
        OCL_CHECK(clFinish(l->env->queue));    // the poison is in another queue than the parts
        t.host_ns = run_parts(l, event);
        for (int c = 0; c < COMMANDS; c++) {
            run->stamps[c] = ocl_event_stamps(event[c]);
            OCL_CHECK(clReleaseEvent(event[c]));
        }
        result = ocl_result_both(result, verify_order(run->stamps, tick_ns));
    }
    result = ocl_result_both(result, ocl_verify_u32("sum", l->sum, l->ref, l->n));
    for (size_t p = 0; p < PARTS; p++)
        OCL_CHECK(clReleaseCommandQueue(l->queue[p]));
    const ocl_work work = { .amount = 2.0 * PARTS * ROUNDS * (double)l->n, .unit = "Gop/s" };
    ocl_trial_report(&t, l->report, &work, result);
    run->median_ns = ocl_median_ns(&t.times);
}

// One lane per queue.  Each run begins at 0.
static void draw_runs(const multi_queue_run *runs, size_t count, const ocl_report *report,
                      const char *path)
{
    enum { MAX_LANES = MAX_RUNS * PARTS, MAX_SPANS = MAX_RUNS * COMMANDS };
    static const char *const kinds[] = { "write", "work", "sum", "read" };
    static const char *const numbers[] = { "0", "1", "2", "3" };
    char names[MAX_LANES][64];
    const char *lanes[MAX_LANES];
    ocl_span spans[MAX_SPANS];
    size_t lane = 0, span = 0;
    for (size_t r = 0; r < count; r++) {
        const multi_queue_run *run = &runs[r];
        const cl_ulong origin = ocl_first_start(run->stamps, COMMANDS);
        for (size_t c = 0; c < COMMANDS; c++)
            spans[span++] = (ocl_span){ .label = c < SUM ? numbers[c % PARTS] : NULL,
                                        .lane = lane + (c < SUM ? c % PARTS % run->queues : 0),
                                        .kind = c < WORK   ? 0
                                                : c < SUM  ? 1
                                                : c < READ ? 2
                                                           : 3,
                                        .begin_ns = ocl_ns_between(origin, run->stamps[c].started),
                                        .end_ns = ocl_ns_between(origin, run->stamps[c].ended) };
        for (size_t q = 0; q < run->queues; q++, lane++) {
            snprintf(names[lane], sizeof names[lane], "queue %zu of %zu", q, run->queues);
            lanes[lane] = names[lane];
        }
    }
    const ocl_timeline timeline = { .title =
                                        "One, two, four queues: which parts run at the same time",
                                    .lanes = lanes,
                                    .lane_count = lane,
                                    .kinds = kinds,
                                    .kind_count = 4,
                                    .spans = spans,
                                    .span_count = span };
    ocl_output_timeline(report, &timeline, path);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "multi_queue",
                              .summary = "Independent work on several queues of one device.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "elements of each of the four parts",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const double buffer_bytes = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, buffer_bytes, (PARTS + 1) * buffer_bytes,
                       (PARTS + 2) * buffer_bytes);
    const size_t bytes = sizeof(cl_uint) * opt.n[0];
    lesson l = { .env = &env, .n = opt.n[0], .bytes = bytes };
    l.sum = ocl_alloc(bytes);
    l.ref = ocl_alloc(bytes);
    for (uint64_t p = 0; p < PARTS; p++) {
        l.x[p] = ocl_alloc(l.bytes);
        ocl_fill_u32(l.x[p], opt.n[0], opt.seed + p);
        l.d_x[p] = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);
    }
    l.d_sum = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);

    cl_int err;
    cl_program program = ocl_build(&env, "multi_queue.cl", "-cl-std=CL1.2");
    l.work_kernel = OCL_CREATE(clCreateKernel(program, "multi_queue_work", &err));
    l.sum_kernel = OCL_CREATE(clCreateKernel(program, "multi_queue_sum", &err));
    OCL_CHECK(clSetKernelArg(l.sum_kernel, 0, sizeof l.d_sum, &l.d_sum));
    for (cl_uint p = 0; p < PARTS; p++)
        OCL_CHECK(clSetKernelArg(l.sum_kernel, 1 + p, sizeof l.d_x[p], &l.d_x[p]));
    OCL_CHECK(clSetKernelArg(l.sum_kernel, 1 + PARTS, sizeof(cl_ulong), &(cl_ulong){ l.n }));

    // The work of one part takes at most a quarter of the device's compute units.
    const size_t units = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    l.local = ocl_smaller(ocl_local_size(l.work_kernel, env.device, LOCAL),
                          ocl_local_size(l.sum_kernel, env.device, LOCAL));
    l.groups = units > PARTS ? units / PARTS : 1;

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_count(l.report, "work-groups per part", l.groups);
    ocl_report_count(l.report, "compute units", units);
    OCL_TIME_REFERENCE(l.report, sum_ref(l.ref, l.x, opt.n[0]));
    multi_queue_run runs[MAX_RUNS];
    size_t count = 0;
    for (size_t v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v])) measure(&l, v, &runs[count++]);
    for (size_t r = 1; r < count; r++)
        ocl_report_note(l.report, "%zu queues: %.2f times as fast as one", runs[r].queues,
                        runs[0].median_ns / runs[r].median_ns);
    if (opt.output) draw_runs(runs, count, l.report, opt.output);

    OCL_CHECK(clReleaseKernel(l.sum_kernel));
    OCL_CHECK(clReleaseKernel(l.work_kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(l.d_sum));
    for (int p = 0; p < PARTS; p++) {
        OCL_CHECK(clReleaseMemObject(l.d_x[p]));
        free(l.x[p]);
    }
    ocl_close(&env);
    free(l.ref);
    free(l.sum);
    return ocl_report_close(l.report);
}
