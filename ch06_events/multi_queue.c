// SPDX-License-Identifier: MIT
//
// multi_queue - four independent pieces of work on one, two and four queues of one device.
//
//     queue 0:  write 0 -> work 0 --+
//     queue 1:  write 1 -> work 1 --+--> sum -> read   (queue 0)
//     queue 2:  write 2 -> work 2 --+
//     queue 3:  write 3 -> work 3 --+
//
// Shows   work that fills a part of the device overlaps with other work when it comes from another queue;
//         a command that waits for commands of other queues, and why these must be flushed
// Uses    clCreateCommandQueue, clRetainCommandQueue, clReleaseCommandQueue, clGetCommandQueueInfo, clFlush,
//         event_wait_list
// Try     multi_queue -o queues.png; multi_queue -n 1 (four queues cost time, too)

#include "multi_queue/picture.h"

enum { PARTS = MULTI_QUEUE_PARTS, ROUNDS = 64 };
enum { SUM = MULTI_QUEUE_SUM, READ = MULTI_QUEUE_READ, COMMANDS = MULTI_QUEUE_COMMANDS };

static const char *const VARIANTS[] = { "one_queue", "two_queues", "four_queues", NULL };
static const size_t QUEUES[] = { 1, 2, 4 };
enum { VARIANT_COUNT = sizeof QUEUES / sizeof QUEUES[0] };

// Part p: its data, and the queue that it shares with parts p - queues, p + queues, ...
typedef struct {
    cl_command_queue queue;
    uint32_t *x;
    cl_mem d_x;
} multi_queue_part;

typedef struct {
    const ocl_env *env;
    cl_kernel work, sum;
    multi_queue_part part[PARTS];
    cl_mem d_sum;
    uint32_t *got, *ref;
    cl_ulong n;
    size_t bytes, local, groups;
} multi_queue_job;

static void multi_queue_ref(uint32_t *sum, const multi_queue_part *part, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        sum[i] = 0;
        for (uint32_t p = 0; p < PARTS; p++) {
            uint32_t y = part[p].x[i];
            for (int k = 0; k < ROUNDS; k++)
                y = 5 * y + p + 1;
            sum[i] += y;
        }
    }
}

static cl_uint multi_queue_references(cl_command_queue queue)
{
    cl_uint count;
    OCL_CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

// Makes the queues and deals them out.  A part holds on to its queue, whoever else uses it: a queue lives until
// the last one has let go.  The driver may hold some, too: what counts is how many there are more in the end.
static ocl_result multi_queue_deal(multi_queue_job *job, size_t queues)
{
    cl_command_queue queue[PARTS];
    uint32_t before[PARTS], holders[PARTS], want[PARTS];
    cl_int err;
    for (size_t q = 0; q < queues; q++)
        queue[q] = OCL_CREATE(clCreateCommandQueue(job->env->context, job->env->device,
                                                   CL_QUEUE_PROFILING_ENABLE, &err));
    for (size_t p = 0; p < PARTS; p++) {
        job->part[p].queue = queue[p % queues];
        before[p] = p < queues ? multi_queue_references(queue[p]) : before[p % queues];
        OCL_CHECK(clRetainCommandQueue(job->part[p].queue));
    }
    for (size_t q = 0; q < queues; q++)
        OCL_CHECK(clReleaseCommandQueue(queue[q]));
    for (size_t p = 0; p < PARTS; p++) {
        holders[p] = multi_queue_references(job->part[p].queue);
        want[p] = before[p] - 1 + (uint32_t)(PARTS / queues);
    }
    return ocl_verify_u32("reference counts of the queues", holders, want, PARTS);
}

// Enqueues everything, waits for the result and gives the nanoseconds that this took.
static double multi_queue_execute(const multi_queue_job *job, ocl_stamps stamps[COMMANDS])
{
    const size_t work_global = job->groups * job->local;
    const size_t sum_global = ocl_round_up(job->n, job->local);
    const cl_uint rounds = ROUNDS;
    const cl_command_queue first = job->part[0].queue;
    cl_event event[COMMANDS];
    const double begin = ocl_wall_ns();
    for (cl_uint p = 0; p < PARTS; p++) {
        const multi_queue_part *part = &job->part[p];
        const cl_uint key = p + 1;
        OCL_CHECK(clSetKernelArg(job->work, 0, sizeof part->d_x, &part->d_x));
        OCL_CHECK(clSetKernelArg(job->work, 1, sizeof key, &key));
        OCL_CHECK(clSetKernelArg(job->work, 2, sizeof rounds, &rounds));
        OCL_CHECK(clSetKernelArg(job->work, 3, sizeof job->n, &job->n));
        OCL_CHECK(clEnqueueWriteBuffer(part->queue, part->d_x, CL_FALSE, 0, job->bytes, part->x, 0,
                                       NULL, &event[p]));
        OCL_CHECK(clEnqueueNDRangeKernel(part->queue, job->work, 1, NULL, &work_global, &job->local,
                                         0, NULL, &event[PARTS + p]));
        // The sum waits for this one in another queue, and so does the host, which will never ask
        // this queue for anything: without a flush its driver need not send the commands on.
        OCL_CHECK(clFlush(part->queue));
    }
    OCL_CHECK(clEnqueueNDRangeKernel(first, job->sum, 1, NULL, &sum_global, &job->local, PARTS,
                                     &event[PARTS], &event[SUM]));
    OCL_CHECK(clEnqueueReadBuffer(first, job->d_sum, CL_TRUE, 0, job->bytes, job->got, 0, NULL,
                                  &event[READ]));
    const double ns = ocl_wall_ns() - begin;
    for (int c = 0; c < COMMANDS; c++) {
        stamps[c] = ocl_event_stamps(event[c]);
        OCL_CHECK(clReleaseEvent(event[c]));
    }
    return ns;
}

// A part's work follows its write, the sum follows the work of all parts, the read follows the sum.
static ocl_result multi_queue_order(const ocl_stamps stamps[COMMANDS], double tick_ns)
{
    ocl_result check = stamps_verify_follow("read after sum", &stamps[SUM], &stamps[READ], tick_ns);
    for (int p = 0; p < PARTS; p++) {
        const ocl_stamps *write = &stamps[p], *work = &stamps[PARTS + p];
        check =
            ocl_result_both(check, stamps_verify_follow("work after write", write, work, tick_ns));
        check = ocl_result_both(
            check, stamps_verify_follow("sum after work", work, &stamps[SUM], tick_ns));
    }
    return check;
}

// Runs once to warm up, then as often as asked.  Returns the median; leaves the last run in `run`.
static double multi_queue_measure(multi_queue_job *job, int variant, multi_queue_run *run,
                                  ocl_report *report)
{
    const double tick_ns = ocl_tick_ns(job->env->device);
    ocl_times times = { .runs = 0 };
    run->queues = QUEUES[variant];
    ocl_result check = multi_queue_deal(job, run->queues);
    for (size_t i = 0; i <= job->env->options->repeat; i++) {
        memset(job->got, 0xff, job->bytes);    // no old answer is taken for a new one
        ocl_poison(job->env->queue, job->d_sum, job->bytes);
        OCL_CHECK(clFinish(job->env->queue));
        const double ns = multi_queue_execute(job, run->stamps);
        if (i > 0) ocl_times_add(&times, ns);
        check = ocl_result_both(check, multi_queue_order(run->stamps, tick_ns));
        check = ocl_result_both(check, ocl_verify_u32("sum", job->got, job->ref, job->n));
    }
    for (size_t p = 0; p < PARTS; p++)
        OCL_CHECK(clReleaseCommandQueue(job->part[p].queue));
    ocl_report_row(report,
                   &(ocl_row){ VARIANTS[variant], &times, 2.0 * PARTS * ROUNDS * (double)job->n,
                               "Gop/s", 0.0, check });
    return ocl_median_ns(&times);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "multi_queue",
                              .summary = "Independent work on several queues of one device.",
                              .accepts = "dnorVks",
                              .size_help = "elements of each of the four parts",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // The data, and the answer in plain C.
    const double buffer_bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, buffer_bytes, (PARTS + 1) * buffer_bytes,
                       (PARTS + 2) * buffer_bytes);
    multi_queue_job job = { .env = &env, .n = opt.n[0] };
    job.bytes = sizeof(cl_uint) * opt.n[0];
    for (uint64_t p = 0; p < PARTS; p++) {
        job.part[p].x = ocl_alloc(job.bytes);
        ocl_fill_u32(job.part[p].x, opt.n[0], opt.seed + p);
        job.part[p].d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, job.bytes, NULL);
    }
    job.d_sum = ocl_buffer(&env, CL_MEM_WRITE_ONLY, job.bytes, NULL);
    job.got = ocl_alloc(job.bytes);
    job.ref = ocl_alloc(job.bytes);
    const double begin = ocl_wall_ns();
    multi_queue_ref(job.ref, job.part, opt.n[0]);
    const double reference_ns = ocl_wall_ns() - begin;

    // The work of one part takes at most a quarter of the device's compute units.
    cl_int err;
    cl_program program = ocl_build(&env, "multi_queue.cl", "-cl-std=CL1.2");
    job.work = OCL_CREATE(clCreateKernel(program, "multi_queue_work", &err));
    job.sum = OCL_CREATE(clCreateKernel(program, "multi_queue_sum", &err));
    OCL_CHECK(clSetKernelArg(job.sum, 0, sizeof job.d_sum, &job.d_sum));
    for (cl_uint p = 0; p < PARTS; p++)
        OCL_CHECK(clSetKernelArg(job.sum, 1 + p, sizeof(cl_mem), &job.part[p].d_x));
    OCL_CHECK(clSetKernelArg(job.sum, 1 + PARTS, sizeof job.n, &job.n));
    job.local = ocl_local_size(job.work, env.device, 64);
    const size_t units = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    job.groups = units > PARTS ? units / PARTS : 1;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", opt.n[0]);
    ocl_report_count(report, "work-groups a part", job.groups);
    ocl_report_count(report, "compute units", units);
    ocl_report_reference(report, reference_ns);
    multi_queue_run runs[VARIANT_COUNT];
    double ns[VARIANT_COUNT];
    size_t count = 0;
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v])) {
            ns[count] = multi_queue_measure(&job, v, &runs[count], report);
            count++;
        }
    for (size_t r = 1; r < count; r++)
        ocl_report_print(report, "%s%zu queues: %.2f times as fast as one\n", r == 1 ? "\n" : "",
                         runs[r].queues, ns[0] / ns[r]);
    if (opt.output) multi_queue_picture(runs, count, opt.output);

    OCL_CHECK(clReleaseKernel(job.sum));
    OCL_CHECK(clReleaseKernel(job.work));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(job.d_sum));
    for (int p = 0; p < PARTS; p++) {
        OCL_CHECK(clReleaseMemObject(job.part[p].d_x));
        free(job.part[p].x);
    }
    ocl_close(&env);
    free(job.ref);
    free(job.got);
    return ocl_report_close(report);
}
