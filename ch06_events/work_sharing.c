// SPDX-License-Identifier: MIT
//
// work_sharing - one context with several devices: a vector sum and a matrix product divided by
// speed.
//
//     unit      a piece of work that needs no other piece: an element of the sum, a row of the
//               product
//     share     the units of one device: neighbours, as many as its speed allows
//     worker    a device with its queue, its kernel, its buffers and its share
//
//     units     0 1 2 3 4 | 5 6 | 7 8 9 10 11 12
//     workers       0     |  1  |       2              all at the same time
//
// Shows   a queue and buffers for each device; all devices at work at once
// Uses    clCreateContext and clBuildProgram with several devices, clCreateCommandQueue,
//         clCreateBuffer, clEnqueueMigrateMemObjects, clEnqueueNDRangeKernel, clFlush, clFinish
// Times   By the host's clock, from the first launch until all devices are done, without transfers.
// Try     work_sharing --devices 1; work_sharing --sub-devices 2; POCL_DEVICES="pthread basic"
//         work_sharing

#include "ocl.h"

#include "shared/devices.h"
#include "work_sharing/worker.h"

enum { CALIBRATION_RUNS = 3, LOCAL = 256 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_context context;    // of all devices
    cl_program program;    // built for each of them
    worker *workers;
    cl_uint count;
} lesson;

// One context and one program for all devices, and a queue for each.
static void open_workers(lesson *l, const device_set *set)
{
    const ocl_options *opt = l->env->options;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)l->env->platform, 0 };
    cl_int err;
    l->context =
        OCL_CREATE(clCreateContext(properties, set->count, set->devices, NULL, NULL, &err));

    char *source = ocl_load_source(opt, "work_sharing.cl");
    const char *text = source;
    char flags[64];
    snprintf(flags, sizeof flags, "-DALPHA=%d.0f -DROWS=%d", ALPHA, ROWS);
    l->program = OCL_CREATE(clCreateProgramWithSource(l->context, 1, &text, NULL, &err));
    err = clBuildProgram(l->program, set->count, set->devices, flags, NULL, NULL);
    ocl_require_build(l->program, opt->kernel ? opt->kernel : "work_sharing.cl", "clBuildProgram",
                      err);
    free(source);

    l->count = set->count;
    l->workers = ocl_alloc(l->count * sizeof *l->workers);
    for (cl_uint i = 0; i < l->count; i++) {
        l->workers[i].device = set->devices[i];
        l->workers[i].queue = OCL_CREATE(
            clCreateCommandQueue(l->context, set->devices[i], CL_QUEUE_PROFILING_ENABLE, &err));
    }
}

static void close_workers(lesson *l)
{
    for (cl_uint i = l->count; i-- > 0;)
        OCL_CHECK(clReleaseCommandQueue(l->workers[i].queue));
    OCL_CHECK(clReleaseProgram(l->program));
    OCL_CHECK(clReleaseContext(l->context));
    free(l->workers);
}

// Every worker has buffers of its own, as large as its share.  If two devices wrote to halves of
// one buffer, the driver would have to copy it between them.
static void make_buffers(const lesson *l, worker *w, const problem *p)
{
    const cl_mem_flags input = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_int err;
    w->d[0] = OCL_CREATE(
        clCreateBuffer(l->context, CL_MEM_WRITE_ONLY, problem_bytes(p, 0, w->units), NULL, &err));
    for (cl_uint i = 1; i < ARRAYS; i++)
        w->d[i] = OCL_CREATE(clCreateBuffer(l->context, input, problem_bytes(p, i, w->units),
                                            problem_start(p, i, w->first), &err));

    // A new buffer of a context is on none of its devices.  This brings the inputs to this device.
    OCL_CHECK(clEnqueueMigrateMemObjects(w->queue, ARRAYS - 1, &w->d[1], 0, 0, NULL, NULL));
    OCL_CHECK(clFinish(w->queue));
}

// The kernel, with arguments and sizes for the worker's share.
static void make_kernel(const lesson *l, worker *w, const problem *p)
{
    const bool is_matrix = p->depth > 0;
    const cl_ulong sizes[] = { w->units, p->columns, p->depth };
    cl_int err;
    w->kernel = OCL_CREATE(clCreateKernel(l->program, p->kernel, &err));
    for (cl_uint i = 0; i < ARRAYS; i++)
        OCL_CHECK(clSetKernelArg(w->kernel, i, sizeof w->d[i], &w->d[i]));
    for (cl_uint i = 0; i < (is_matrix ? 3 : 1); i++)
        OCL_CHECK(clSetKernelArg(w->kernel, ARRAYS + i, sizeof sizes[i], &sizes[i]));
    w->local[0] = ocl_local_size(w->kernel, w->device, LOCAL);
    w->local[1] = 1;
    w->global[0] = ocl_round_up(is_matrix ? p->columns : w->units, w->local[0]);
    w->global[1] = is_matrix ? ocl_divide_up(w->units, ROWS) : 1;
}

static void take_shares(const lesson *l, const problem *p)
{
    for (cl_uint i = 0; i < l->count; i++) {
        worker *w = &l->workers[i];
        if (w->units == 0) continue;
        make_buffers(l, w, p);
        make_kernel(l, w, p);
    }
}

static void give_back_shares(const lesson *l)
{
    for (cl_uint k = 0; k < l->count; k++) {
        const worker *w = &l->workers[k];
        if (w->units == 0) continue;
        OCL_CHECK(clReleaseKernel(w->kernel));
        for (size_t i = ARRAYS; i-- > 0;)
            OCL_CHECK(clReleaseMemObject(w->d[i]));
    }
}

// Before a run, outside of its time: no output keeps what an earlier run has left.
static void poison_outputs(const lesson *l, const problem *p, size_t run)
{
    for (cl_uint i = 0; i < l->count; i++) {
        const worker *w = &l->workers[i];
        if (w->units == 0) continue;
        ocl_poison_run(w->queue, w->d[0], problem_bytes(p, 0, w->units), run);
        OCL_CHECK(clFinish(w->queue));
    }
}

// All devices get their kernel before the host waits for any of them.  Returns the nanoseconds.
static double launch_all(const lesson *l, size_t run)
{
    cl_event *done = ocl_alloc(l->count * sizeof *done);
    const double begin = ocl_wall_ns();
    for (cl_uint i = 0; i < l->count; i++) {
        const worker *w = &l->workers[i];
        if (w->units == 0) continue;
        OCL_CHECK(clEnqueueNDRangeKernel(w->queue, w->kernel, 2, NULL, w->global, w->local, 0, NULL,
                                         &done[i]));
        OCL_CHECK(clFlush(w->queue));
    }
    for (cl_uint i = 0; i < l->count; i++)
        OCL_CHECK(clFinish(l->workers[i].queue));
    const double ns = ocl_wall_ns() - begin;

    for (cl_uint i = 0; i < l->count; i++) {
        worker *w = &l->workers[i];
        if (w->units > 0) ocl_times_take(&w->times, run, done[i]);
    }
    free(done);
    return ns;
}

// Each worker's part of the output goes to its place in the whole.
static void read_outputs(const lesson *l, const problem *p)
{
    for (cl_uint i = 0; i < l->count; i++) {
        const worker *w = &l->workers[i];
        if (w->units == 0) continue;
        OCL_CHECK(clEnqueueReadBuffer(w->queue, w->d[0], CL_TRUE, 0, problem_bytes(p, 0, w->units),
                                      problem_start(p, 0, w->first), 0, NULL, NULL));
    }
}

// In proportion to speed.  The speed of each device is measured on a part of equal size.
static void deal_by_speed(const lesson *l, const problem *p)
{
    double *speeds = ocl_alloc(l->count * sizeof *speeds);
    const size_t part = p->units / l->count > 0 ? p->units / l->count : 1;
    for (cl_uint i = 0; i < l->count; i++) {
        workers_deal_to_one(l->workers, l->count, i, part);
        take_shares(l, p);
        for (size_t run = 0; run <= CALIBRATION_RUNS; run++)
            launch_all(l, run);
        give_back_shares(l);
        speeds[i] = 1.0 / fmax(1.0, ocl_best_ns(&l->workers[i].times));
    }
    workers_deal(l->workers, l->count, p, speeds);
    free(speeds);
}

// Solves the problem with the present shares, and adds a row to the report.
static ocl_times solve(const lesson *l, const problem *p, const char *who)
{
    char name[32];
    snprintf(name, sizeof name, "%s, %s", p->name, who);
    const problem_array *output = &p->arrays[0];
    ocl_trial t = ocl_trial_open(l->env, name, NULL, 0);
    ocl_trial_also_host(&t, output->host, output->count * sizeof(float));
    take_shares(l, p);
    while (ocl_trial_next(&t)) {
        poison_outputs(l, p, t.run);
        t.host_ns = launch_all(l, t.run);
        read_outputs(l, p);
    }
    give_back_shares(l);
    ocl_trial_report(&t, l->report, &(ocl_work){ .amount = p->work, .unit = p->rate_unit },
                     ocl_verify_f32(name, output->host, p->ref, output->count, 0.0));
    return t.times;
}

// Device 0 does all of it.  Then all devices do it together, and each does its share.
static void compare(const lesson *l, const problem *p)
{
    char all[32];
    snprintf(all, sizeof all, "%u together", l->count);
    workers_deal_to_one(l->workers, l->count, 0, p->units);
    const ocl_times alone = solve(l, p, "device 0");
    deal_by_speed(l, p);
    const ocl_times together = solve(l, p, all);
    workers_report(l->report, l->workers, l->count, p);
    ocl_report_note(l->report, "%s: speed-up over device 0 alone: %.2f, of the best runs %.2f",
                    p->name, ocl_median_ns(&alone) / ocl_median_ns(&together),
                    ocl_best_ns(&alone) / ocl_best_ns(&together));
}

int main(int argc, char **argv)
{
    static const char *const variants[] = { "saxpy", "matmul", NULL };
    // Vectors of m * n elements; matrices of m x n, m x k and k x n.
    static const size_t cpu_size[] = { 4099, 1031, 67 }, gpu_size[] = { 8191, 8209, 4099 };
    size_t devices = 0, parts = 0;
    const ocl_option own[] = {
        { .usage = "--devices N: at most N devices (default: all)", .count = &devices },
        { .usage = "--sub-devices N: parts of the chosen device (default: 2 if it is the only one)",
          .count = &parts },
        { 0 }
    };
    const ocl_about about = { .name = "work_sharing",
                              .summary = "Work divided among several devices by their speed.",
                              .accepts = "dnrVks",
                              .size_help = "matrices of MxN, MxK, KxN; vectors of M * N",
                              .extents = 3,
                              .variants = variants,
                              .own = own };
    const ocl_options defaults = { .n = { cpu_size[0], cpu_size[1], cpu_size[2] },
                                   .repeat = 5,
                                   .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (devices > 0 && parts > 0)
        ocl_exit(OCL_EXIT_USAGE, "--devices and --sub-devices exclude each other: give one");
    ocl_env env = ocl_open(&opt);
    const size_t *size = opt.size_given || ocl_is_cpu(env.device) ? opt.n : gpu_size;
    const size_t m = size[0], n = size[1], k = size[2];
    problem_require_memory(env.device, m, n, k);

    device_set set = device_set_open(&env, devices, parts);
    lesson l = { .env = &env };
    open_workers(&l, &set);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "m", m);
    ocl_report_count(l.report, "n", n);
    ocl_report_count(l.report, "k", k);
    ocl_report_count(l.report, set.parent ? "sub_devices" : "devices", l.count);
    device_set_report(l.report, &set);
    for (size_t v = 0; variants[v]; v++) {
        if (!ocl_wants(&opt, variants[v])) continue;
        problem p = v == 0 ? problem_saxpy(m * n, opt.seed) : problem_matmul(m, n, k, opt.seed);
        compare(&l, &p);
        problem_free(&p);
    }

    close_workers(&l);
    device_set_close(&set);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
