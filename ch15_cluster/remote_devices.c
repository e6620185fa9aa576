// SPDX-License-Identifier: MIT
//
// remote_devices - what a launch, a write and a read cost on devices of other machines.
//
//     this program --- write ---> device        three waits     w----> l----> r---->
//                  --- launch -->                                <----  <----  <----
//                  <-- read -----               one wait        w----> l-> r-->
//                         ^                                                 <----
//     OpenCL's driver     in this machine: a bus; in another one: a network
//
// Shows   which devices are remote; a launch costs a message there and one back, a transfer
//         latency + bytes / rate; three commands with three waits, and with one
// Uses    clGetDeviceInfo, clEnqueueWriteBuffer, clEnqueueNDRangeKernel, clEnqueueReadBuffer,
//         clWaitForEvents
// Times   By the host's clock: from the call to the end of the wait.
// Try     remote_devices -o costs.png; tests/tools/remote.sh build/bin/remote_devices

#include "ocl.h"

#include "remote_devices/costs.h"
#include "remote_devices/team.h"

enum { RUNS = 15, LOCAL_SIZE = 64, COMMANDS = 3 };

// PoCL 7.1 has them; other headers do not.
enum { DEVICE_REMOTE_SERVER_IP_POCL = 0x4503, DEVICE_REMOTE_SERVER_PORT_POCL = 0x4504 };

// Random numbers, with room for the answers.
typedef struct {
    size_t n;
    cl_uint steps;
    uint32_t *y, *x, *ref;
} job;

static job job_open(const ocl_options *opt, size_t steps)
{
    job j = { .n = opt->n[0], .steps = (cl_uint)steps };
    j.y = ocl_alloc(j.n * sizeof *j.y);
    j.x = ocl_alloc(j.n * sizeof *j.x);
    j.ref = ocl_alloc(j.n * sizeof *j.ref);
    ocl_fill_u32(j.x, j.n, opt->seed);
    return j;
}

static void job_close(job *j)
{
    free(j->ref);
    free(j->x);
    free(j->y);
}

// The answer in plain C.
static void remote_devices_ref(uint32_t *y, const uint32_t *x, uint32_t steps, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t v = x[i];
        for (uint32_t step = 0; step < steps; step++) {
            v = v * 1664525u + 1013904223u;
            v ^= v >> 16;
        }
        y[i] = v;
    }
}

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    job job;              // what a request computes
    size_t most_bytes;    // of a transfer that is measured
} lesson;

// Where the device is.  OpenCL has no question for that.  PoCL puts "pocl-remote" into the
// CL_DEVICE_VERSION of each remote device: this is what ocl_known_platform looks for.
static void show_place(ocl_table *table, cl_uint k, cl_device_id device)
{
    char address[80], where[sizeof address + 10] = "local";
    cl_uint port;
    if (ocl_known_platform(device) & OCL_POCL_REMOTE) {
        OCL_CHECK(
            clGetDeviceInfo(device, DEVICE_REMOTE_SERVER_IP_POCL, sizeof address, address, NULL));
        OCL_CHECK(
            clGetDeviceInfo(device, DEVICE_REMOTE_SERVER_PORT_POCL, sizeof port, &port, NULL));
        snprintf(where, sizeof where, "%s:%u", address, port);
    }
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    ocl_table_row(table, "%6u  %-16s  %-20s", k, where, name);
    free(name);
}

// --- what a launch and a transfer cost: nanoseconds from the call to the end of the wait

static double end_of(cl_event done, double begin_ns)
{
    OCL_CHECK(clWaitForEvents(1, &done));
    OCL_CHECK(clReleaseEvent(done));
    return ocl_wall_ns() - begin_ns;
}

// One work-item that has nothing to do: n is 0.
static double time_launch(const worker *w)
{
    const size_t one = 1;
    cl_event done;
    const double begin = ocl_wall_ns();
    OCL_CHECK(clEnqueueNDRangeKernel(w->queue, w->kernel, 1, NULL, &one, &one, 0, NULL, &done));
    return end_of(done, begin);
}

static double time_write(const worker *w, const uint32_t *x, size_t bytes)
{
    cl_event done;
    const double begin = ocl_wall_ns();
    OCL_CHECK(clEnqueueWriteBuffer(w->queue, w->d_x, CL_FALSE, 0, bytes, x, 0, NULL, &done));
    return end_of(done, begin);
}

static double time_read(const worker *w, uint32_t *x, size_t bytes)
{
    cl_event done;
    const double begin = ocl_wall_ns();
    OCL_CHECK(clEnqueueReadBuffer(w->queue, w->d_x, CL_FALSE, 0, bytes, x, 0, NULL, &done));
    return end_of(done, begin);
}

// 4, 16, 64, ... bytes go there and come back.  What comes back must be what was sent.  The medians
// do not depend on the first runs, which are slower.
static ocl_result measure_costs(const lesson *l, const worker *w, device_costs *costs)
{
    const cl_uint none[] = { 0, 0 };    // steps, n
    ocl_result result = { .pass = true };
    ocl_times launches = { .runs = 0 };
    uint32_t *out = ocl_alloc(l->most_bytes), *back = ocl_alloc(l->most_bytes);
    ocl_fill_u32(out, l->most_bytes / 4, 1);
    for (cl_uint k = 0; k < 2; k++)
        OCL_CHECK(clSetKernelArg(w->kernel, 2 + k, sizeof none[k], &none[k]));
    for (size_t run = 0; run < RUNS; run++)
        ocl_times_add(&launches, time_launch(w));
    costs->launch_ns = ocl_median_ns(&launches);
    for (size_t bytes = 4; bytes <= l->most_bytes && costs->count < COST_SIZES; bytes *= 4) {
        ocl_times writes = { .runs = 0 }, reads = { .runs = 0 };
        for (size_t run = 0; run < RUNS; run++) {
            memset(back, 0xff, bytes);
            ocl_times_add(&writes, time_write(w, out, bytes));
            ocl_times_add(&reads, time_read(w, back, bytes));
        }
        result = ocl_result_both(result, ocl_verify_u32("what came back", back, out, bytes / 4));
        costs_add(costs, bytes, ocl_median_ns(&writes), ocl_median_ns(&reads));
    }
    free(back);
    free(out);
    return result;
}

// --- a request: write, launch, read

// With three waits the host lets each command end before it sends the next one.  With one wait the
// commands are there when the one before them ends.
static double time_request(const lesson *l, const worker *w, bool one_wait, double *kernel_ns)
{
    const size_t bytes = l->job.n * sizeof *l->job.x,
                 local = ocl_local_size(w->kernel, w->device, LOCAL_SIZE);
    const size_t global = ocl_round_up(l->job.n, local);
    cl_event e[COMMANDS];
    const double begin = ocl_wall_ns();
    OCL_CHECK(clEnqueueWriteBuffer(w->queue, w->d_x, CL_FALSE, 0, bytes, l->job.x, 0, NULL, &e[0]));
    if (!one_wait) OCL_CHECK(clWaitForEvents(1, &e[0]));
    OCL_CHECK(
        clEnqueueNDRangeKernel(w->queue, w->kernel, 1, NULL, &global, &local, 0, NULL, &e[1]));
    if (!one_wait) OCL_CHECK(clWaitForEvents(1, &e[1]));
    OCL_CHECK(clEnqueueReadBuffer(w->queue, w->d_y, CL_FALSE, 0, bytes, l->job.y, 0, NULL, &e[2]));
    OCL_CHECK(clWaitForEvents(COMMANDS, e));
    const double ns = ocl_wall_ns() - begin;
    *kernel_ns = ocl_event_ns(e[1], e[1]);
    for (int k = COMMANDS; k-- > 0;)
        OCL_CHECK(clReleaseEvent(e[k]));
    return ns;
}

// The parts, one after the other.  A launch that does nothing is a message there and one back: with
// one wait two of the three are saved.
static double model_ns(const device_costs *c, double bytes, double kernel_ns, bool one_wait)
{
    const double three =
        cost_at(&c->write, bytes) + c->launch_ns + kernel_ns + cost_at(&c->read, bytes);
    return one_wait ? three - 2.0 * c->launch_ns : three;
}

// Medians, in nanoseconds.
typedef struct {
    const char *name;
    double kernel_ns, model_ns, median_ns;
} outcome;

static outcome run_request(const lesson *l, const worker *w, const device_costs *costs,
                           bool one_wait)
{
    outcome o = { .name = one_wait ? "one wait" : "three waits" };
    ocl_times kernels = { .runs = 0 };
    ocl_trial t = ocl_trial_open(l->env, o.name, NULL, 0);
    ocl_trial_also_host(&t, l->job.y, l->job.n * sizeof *l->job.y);
    while (ocl_trial_next(&t)) {
        double kernel_ns;
        t.host_ns = time_request(l, w, one_wait, &kernel_ns);
        ocl_times_add(&kernels, kernel_ns);
    }
    o.kernel_ns = ocl_median_ns(&kernels);
    o.model_ns = model_ns(costs, sizeof *l->job.x * (double)l->job.n, o.kernel_ns, one_wait);
    o.median_ns = ocl_median_ns(&t.times);
    const ocl_work work = { .amount = (double)l->job.n, .unit = "Mnumber/s" };
    ocl_trial_report(&t, l->report, &work, ocl_verify_u32(o.name, l->job.y, l->job.ref, l->job.n));
    return o;
}

int main(int argc, char **argv)
{
    size_t steps = 20, most_bytes = (size_t)4 << 20;
    const ocl_option own[] = { { .usage = "--steps N: steps of arithmetic for each number",
                                 .count = &steps,
                                 .most = UINT32_MAX },
                               { .usage =
                                     "--transfer N: bytes of the largest transfer that is measured",
                                 .count = &most_bytes },
                               { .usage = NULL } };
    const ocl_about about = { .name = "remote_devices",
                              .summary = "What commands cost on devices near and far.",
                              .accepts = "dnoks",
                              .size_help = "numbers of a request",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .own = own,
                              .writes = OCL_CHART_FILE };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 9, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    lesson l = { .env = &env,
                 .report = ocl_report_open(&opt, env.device),
                 .most_bytes = ocl_round_up(most_bytes, 4) };
    const double room = sizeof(cl_uint) * (double)opt.n[0] + (double)l.most_bytes;
    ocl_require_memory(env.device, room, 2.0 * room, 5.0 * room);
    l.job = job_open(&opt, steps);
    ocl_report_count(l.report, "n", l.job.n);
    ocl_report_count(l.report, "steps", l.job.steps);
    OCL_TIME_REFERENCE(l.report, remote_devices_ref(l.job.ref, l.job.x, l.job.steps, l.job.n));

    team all = team_open(&env, (size_t)room);
    device_costs costs[MAX_DEVICES] = { 0 };
    ocl_result back = { .pass = true };
    ocl_table places = ocl_table_open(l.report, "devices", "device, where, name");
    for (cl_uint k = 0; k < all.count; k++)
        show_place(&places, k, all.workers[k].device);
    for (cl_uint k = 0; k < all.count; k++)
        back = ocl_result_both(back, measure_costs(&l, &all.workers[k], &costs[k]));
    costs_report(l.report, costs, all.count);
    ocl_report_result(l.report, "what came back", back);

    const worker *w = &all.workers[0];
    const cl_uint n = (cl_uint)l.job.n;
    OCL_CHECK(clSetKernelArg(w->kernel, 2, sizeof l.job.steps, &l.job.steps));
    OCL_CHECK(clSetKernelArg(w->kernel, 3, sizeof n, &n));
    const outcome outcomes[] = { run_request(&l, w, costs, false),
                                 run_request(&l, w, costs, true) };
    ocl_table table =
        ocl_table_open(l.report, "requests", "request, kernel ms, model ms, median ms");
    for (int k = 0; k < 2; k++)
        ocl_table_row(&table, "%-11s %10.3f %8.3f %9.3f", outcomes[k].name,
                      outcomes[k].kernel_ns / 1e6, outcomes[k].model_ns / 1e6,
                      outcomes[k].median_ns / 1e6);
    if (opt.output) costs_chart(l.report, costs, all.count, opt.output);

    team_close(&all);
    const int status = ocl_report_close(l.report);
    ocl_close(&env);
    job_close(&l.job);
    return status;
}
