// SPDX-License-Identifier: MIT
//
// remote_devices - a program that does not know whether its devices are in this machine.
//
//     this program ---- clEnqueueWriteBuffer ---->  device 0   y = f(x), first part
//          |      ----- clEnqueueWriteBuffer ---->  device 1   y = f(x), second part
//          |                      ^
//     OpenCL's driver     in this machine: a bus; in another one: a network
//
// Shows   which devices are remote; what a launch and a transfer cost on each; a job that is shared
//         out among all of them; what happens when one of them is lost in the middle
// Uses    clGetDeviceIDs, clGetDeviceInfo, clCreateContext with several devices,
//         clEnqueueWriteBuffer, clEnqueueNDRangeKernel, clEnqueueReadBuffer, clFlush,
//         clWaitForEvents, CL_DEVICE_AVAILABLE
// Times   By the host's clock: from the call to the end of the wait.
// Try     remote_devices -o costs.png; tests/tools/remote.sh build/bin/remote_devices

#include "ocl.h"

#include "remote_devices/costs.h"
#include "remote_devices/job.h"
#include "remote_devices/watch.h"

enum { MAX_DEVICES = 16, RUNS = 15, WHERE_BYTES = 160, LOCAL_SIZE = 64, DEADLINE_S = 6 };

// PoCL 7.1 has them; other headers do not.
enum { DEVICE_REMOTE_SERVER_IP_POCL = 0x4503, DEVICE_REMOTE_SERVER_PORT_POCL = 0x4504 };

typedef struct {
    cl_device_id device;
    char where[WHERE_BYTES];    // "local", or the address of its server
    char who[WHERE_BYTES + 32];
    cl_command_queue queue;
    cl_kernel kernel;
    cl_mem d_y, d_x;
    cl_event done;    // of the last command of a part
} worker;

typedef struct {
    const ocl_options *opt;
    cl_context context;
    cl_program program;
    cl_device_id devices[MAX_DEVICES];
    worker workers[MAX_DEVICES];    // one per device
    cl_uint count;
    cl_uint steps, n;
    uint32_t *y, *x;
    size_t most_bytes;    // of a transfer
} lesson;

// Where the device is.  OpenCL has no question for that.  PoCL puts "pocl-remote" into the
// CL_DEVICE_VERSION of each remote device: this is what ocl_known_platform looks for.
static bool find_place(worker *w)
{
    char address[WHERE_BYTES / 2];
    cl_uint port;
    const bool is_remote = ocl_known_platform(w->device) & OCL_POCL_REMOTE;
    snprintf(w->where, sizeof w->where, "%s", is_remote ? "remote" : "local");
    if (is_remote && clGetDeviceInfo(w->device, DEVICE_REMOTE_SERVER_IP_POCL, sizeof address,
                                     address, NULL) == CL_SUCCESS) {
        OCL_CHECK(
            clGetDeviceInfo(w->device, DEVICE_REMOTE_SERVER_PORT_POCL, sizeof port, &port, NULL));
        snprintf(w->where, sizeof w->where, "%s:%u", address, port);
    }
    return is_remote;
}

// The devices of the chosen one's platform, the chosen one first.  Returns whether one is remote.
static bool find_workers(lesson *l, const ocl_env *env)
{
    bool any_remote = false;
    OCL_CHECK(
        clGetDeviceIDs(env->platform, CL_DEVICE_TYPE_ALL, MAX_DEVICES, l->devices, &l->count));
    l->count = (cl_uint)ocl_smaller(l->count, MAX_DEVICES);
    for (cl_uint k = 0; k < l->count; k++)
        if (l->devices[k] == env->device) l->devices[k] = l->devices[0];
    l->devices[0] = env->device;
    for (cl_uint k = 0; k < l->count; k++) {
        worker *w = &l->workers[k];
        w->device = l->devices[k];
        if (find_place(w)) any_remote = true;
        snprintf(w->who, sizeof w->who, "device %u (%s)", k, w->where);
    }
    return any_remote;
}

// The watch's thread asks this.  The driver knows that a server's process has ended; it does not
// know that a cable was pulled.
static const char *find_lost(void *data)
{
    const lesson *l = data;
    for (cl_uint k = 0; k < l->count; k++)
        if (!ocl_device_number(l->workers[k].device, CL_DEVICE_AVAILABLE)) return l->workers[k].who;
    return NULL;
}

// Each wait has a deadline, which begins with the call that gives the command to the driver.  The
// event tells whether its command has failed.  clFinish need not tell it.
static void wait_for(const worker *w, cl_event *event)
{
    watch_for(w->who);
    OCL_CHECK(clWaitForEvents(1, event));
    OCL_CHECK(clReleaseEvent(*event));
}

static void set_arguments(const lesson *l, const worker *w, cl_uint n)
{
    OCL_CHECK(clSetKernelArg(w->kernel, 0, sizeof w->d_y, &w->d_y));
    OCL_CHECK(clSetKernelArg(w->kernel, 1, sizeof w->d_x, &w->d_x));
    OCL_CHECK(clSetKernelArg(w->kernel, 2, sizeof l->steps, &l->steps));
    OCL_CHECK(clSetKernelArg(w->kernel, 3, sizeof n, &n));
}

// --- what a launch and a transfer cost: nanoseconds from the call to the end of the wait

// One work-item that has nothing to do: n is 0.
static double time_launch(const worker *w)
{
    const size_t one = 1;
    watch_for(w->who);
    cl_event done;
    const double begin = ocl_wall_ns();
    OCL_CHECK(clEnqueueNDRangeKernel(w->queue, w->kernel, 1, NULL, &one, &one, 0, NULL, &done));
    wait_for(w, &done);
    return ocl_wall_ns() - begin;
}

static double time_write(const worker *w, const uint32_t *x, size_t bytes)
{
    watch_for(w->who);
    cl_event done;
    const double begin = ocl_wall_ns();
    OCL_CHECK(clEnqueueWriteBuffer(w->queue, w->d_x, CL_FALSE, 0, bytes, x, 0, NULL, &done));
    wait_for(w, &done);
    return ocl_wall_ns() - begin;
}

static double time_read(const worker *w, uint32_t *x, size_t bytes)
{
    watch_for(w->who);
    cl_event done;
    const double begin = ocl_wall_ns();
    OCL_CHECK(clEnqueueReadBuffer(w->queue, w->d_x, CL_FALSE, 0, bytes, x, 0, NULL, &done));
    wait_for(w, &done);
    return ocl_wall_ns() - begin;
}

// 4, 16, 64, ... bytes go there and come back.  What comes back must be what was sent.  The medians
// do not depend on the first runs, which are slower.
static device_costs measure_costs(const lesson *l, const worker *w, ocl_result *result)
{
    device_costs costs = { .who = w->where };
    ocl_times launches = { .runs = 0 };
    uint32_t *out = ocl_alloc(l->most_bytes), *back = ocl_alloc(l->most_bytes);
    ocl_fill_u32(out, l->most_bytes / 4, l->opt->seed + 1);
    set_arguments(l, w, 0);
    for (size_t run = 0; run < RUNS; run++)
        ocl_times_add(&launches, time_launch(w));
    costs.launch_ns = ocl_median_ns(&launches);
    for (size_t bytes = 4; bytes <= l->most_bytes && costs.count < COST_SIZES; bytes *= 4) {
        ocl_times writes = { .runs = 0 }, reads = { .runs = 0 };
        for (size_t run = 0; run < RUNS; run++) {
            memset(back, 0xff, bytes);
            ocl_times_add(&writes, time_write(w, out, bytes));
            ocl_times_add(&reads, time_read(w, back, bytes));
        }
        *result = ocl_result_both(*result, ocl_verify_u32("what came back", back, out, bytes / 4));
        costs_add(&costs, bytes, ocl_median_ns(&writes), ocl_median_ns(&reads));
    }
    free(back);
    free(out);
    return costs;
}

// --- one job for several devices

// Device k of `devices` computes its part.  All devices work at the same time.
static void run_job(lesson *l, cl_uint devices)
{
    for (cl_uint k = 0; k < devices; k++) {
        worker *w = &l->workers[k];
        const size_t first = (size_t)l->n * k / devices, end = (size_t)l->n * (k + 1) / devices;
        const size_t bytes = (end - first) * sizeof(cl_uint);
        const size_t local = ocl_local_size(w->kernel, w->device, LOCAL_SIZE);
        const size_t global = ocl_round_up(end - first, local);
        w->done = NULL;
        if (bytes == 0) continue;
        set_arguments(l, w, (cl_uint)(end - first));
        watch_for(w->who);
        OCL_CHECK(clEnqueueWriteBuffer(w->queue, w->d_x, CL_FALSE, 0, bytes, l->x + first, 0, NULL,
                                       NULL));
        OCL_CHECK(
            clEnqueueNDRangeKernel(w->queue, w->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(w->queue, w->d_y, CL_FALSE, 0, bytes, l->y + first, 0, NULL,
                                      &w->done));
        OCL_CHECK(clFlush(w->queue));
    }
    for (cl_uint k = 0; k < devices; k++)
        if (l->workers[k].done) wait_for(&l->workers[k], &l->workers[k].done);
    watch_for(NULL);
}

static void run_variant(lesson *l, const ocl_env *env, ocl_report *report, const uint32_t *ref,
                        cl_uint devices)
{
    char name[32];
    snprintf(name, sizeof name, devices == 1 ? "device 0" : "all %u devices", devices);
    ocl_trial t = ocl_trial_open(env, name, NULL, 0);
    ocl_trial_also_host(&t, l->y, l->n * sizeof *l->y);
    while (ocl_trial_next(&t)) {
        const double begin = ocl_wall_ns();
        run_job(l, devices);
        t.host_ns = ocl_wall_ns() - begin;
    }
    const ocl_work work = { .amount = (double)l->n, .unit = "Mnumber/s" };
    ocl_trial_report(&t, report, &work, ocl_verify_u32(name, l->y, ref, l->n));
}

// --- the parts of main

static void open_workers(lesson *l)
{
    cl_int err;
    l->context = OCL_CREATE(clCreateContext(NULL, l->count, l->devices, NULL, NULL, &err));
    l->program = job_build(l->opt, l->context, l->count, l->devices);
    for (cl_uint k = 0; k < l->count; k++) {
        worker *w = &l->workers[k];
        const size_t bytes = l->n * sizeof(cl_uint) + l->most_bytes;
        w->queue = OCL_CREATE(clCreateCommandQueue(l->context, w->device, 0, &err));
        w->kernel = OCL_CREATE(clCreateKernel(l->program, "remote_devices", &err));
        w->d_y = OCL_CREATE(clCreateBuffer(l->context, CL_MEM_READ_WRITE, bytes, NULL, &err));
        w->d_x = OCL_CREATE(clCreateBuffer(l->context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    }
}

static void close_workers(lesson *l)
{
    for (cl_uint k = l->count; k-- > 0;) {
        const worker *w = &l->workers[k];
        watch_for(w->who);
        OCL_CHECK(clReleaseMemObject(w->d_x));
        OCL_CHECK(clReleaseMemObject(w->d_y));
        OCL_CHECK(clReleaseKernel(w->kernel));
        OCL_CHECK(clReleaseCommandQueue(w->queue));
    }
    OCL_CHECK(clReleaseProgram(l->program));
    OCL_CHECK(clReleaseContext(l->context));
}

int main(int argc, char **argv)
{
    job_settings set;
    const ocl_options opt = job_parse(argc, argv, &set);
    ocl_env env = ocl_open(&opt);
    lesson l = { .opt = &opt,
                 .n = (cl_uint)opt.n[0],
                 .steps = (cl_uint)set.steps,
                 .most_bytes = ocl_round_up(set.most_bytes, 4) };
    const bool any_remote = find_workers(&l, &env);
    if (any_remote && set.deadline_s == 0) set.deadline_s = DEADLINE_S;
    if (set.deadline_s > 0) watch_start((double)set.deadline_s, find_lost, &l);
    const double real_bytes = sizeof(cl_uint) * (double)opt.n[0] + (double)l.most_bytes;
    ocl_require_memory(env.device, real_bytes, 2.0 * real_bytes, 5.0 * real_bytes);

    const size_t bytes = sizeof(cl_uint) * l.n;
    l.x = ocl_alloc(bytes);
    l.y = ocl_alloc(bytes);
    uint32_t *ref = ocl_alloc(bytes);
    ocl_fill_u32(l.x, l.n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", l.n);
    ocl_report_count(report, "steps", l.steps);
    ocl_report_count(report, "devices", l.count);
    OCL_TIME_REFERENCE(report, remote_devices_ref(ref, l.x, l.steps, l.n));
    ocl_table table = ocl_table_open(report, "devices", JOB_DEVICE_HEADINGS);
    for (cl_uint k = 0; k < l.count; k++)
        job_device_row(&table, k, l.workers[k].where, l.workers[k].device);

    open_workers(&l);    // without a deadline: who knows how long the servers compile?
    device_costs costs[MAX_DEVICES];
    ocl_result result = { .pass = true };
    for (cl_uint k = 0; k < l.count; k++)
        costs[k] = measure_costs(&l, &l.workers[k], &result);
    watch_for(NULL);
    costs_report(report, costs, l.count);
    ocl_report_result(report, "what came back", result);
    run_variant(&l, &env, report, ref, 1);
    if (l.count > 1) run_variant(&l, &env, report, ref, l.count);
    if (opt.output) costs_chart(report, costs, l.count, opt.output);

    close_workers(&l);
    ocl_close(&env);
    free(ref);
    free(l.y);
    free(l.x);
    return ocl_report_close(report);
}
