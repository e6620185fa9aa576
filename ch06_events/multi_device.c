// SPDX-License-Identifier: MIT
//
// multi_device - one context with several devices: a vector sum and a matrix product divided by
// speed.
//
// Shows   a queue and buffers for each device; all devices at work at once
// Uses    clCreateSubDevices, clCreateContext and clBuildProgram with several devices,
//         clCreateCommandQueue, clEnqueueMigrateMemObjects, clFlush, clFinish
// Times   By the host's clock, from the first launch until all devices are done, without transfers.
// Try     multi_device --devices 1; multi_device --sub-devices 2; POCL_DEVICES="pthread basic"
//         multi_device

#include "multi_device/devices.h"
#include "multi_device/settings.h"
#include "multi_device/worker.h"

enum { CALIBRATION_RUNS = 3 };

typedef struct {
    cl_context context;    // of all devices
    cl_program program;    // built for each of them
    worker *workers;
    cl_uint count;
    size_t repeat;
} team;

// With `parts`, or if there is only one device, the device is partitioned into sub-devices.
static device_set open_devices(const ocl_env *env, const multi_device_settings *settings)
{
    device_set set = device_set_find(env, settings->parts > 0 ? 1 : settings->devices);
    if (settings->parts == 0 && (set.count > 1 || settings->devices > 0)) return set;
    const size_t parts = settings->parts > 0 ? settings->parts : 2;
    cl_device_partition_property *list = partition_list(env->device, parts);
    set.uncut = !list;
    if (!list) return set;
    free(set.devices);
    set = (device_set){ .devices = ocl_alloc(parts * sizeof *set.devices),
                        .parent = env->device,
                        .how = list[0] };
    OCL_CHECK(clCreateSubDevices(set.parent, list, (cl_uint)parts, set.devices, &set.count));
    free(list);
    return set;
}

static team open_team(const ocl_env *env, const device_set *set)
{
    team t = { .count = set->count, .repeat = env->options->repeat };
    t.workers = ocl_alloc(t.count * sizeof *t.workers);
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)env->platform, 0 };
    cl_int err;
    t.context = OCL_CREATE(clCreateContext(properties, set->count, set->devices, NULL, NULL, &err));
    char *source = ocl_load_source(env->options, "multi_device.cl"), flags[64];
    snprintf(flags, sizeof flags, "-DALPHA=%d.0f -DROWS=%d", ALPHA, ROWS);
    t.program =
        OCL_CREATE(clCreateProgramWithSource(t.context, 1, (const char **)&source, NULL, &err));
    err = clBuildProgram(t.program, set->count, set->devices, flags, NULL, NULL);
    const char *file = env->options->kernel ? env->options->kernel : "multi_device.cl";
    ocl_require_build(t.program, file, "clBuildProgram", err);
    free(source);
    for (cl_uint i = 0; i < t.count; i++) {
        t.workers[i].device = set->devices[i];
        t.workers[i].queue = OCL_CREATE(
            clCreateCommandQueue(t.context, set->devices[i], CL_QUEUE_PROFILING_ENABLE, &err));
    }
    return t;
}

static void close_team(team *t)
{
    for (cl_uint i = t->count; i-- > 0;)
        OCL_CHECK(clReleaseCommandQueue(t->workers[i].queue));
    OCL_CHECK(clReleaseProgram(t->program));
    OCL_CHECK(clReleaseContext(t->context));
    free(t->workers);
}

// All devices get their kernel before the host waits for any of them.
static double launch_all(team *t, size_t run)
{
    cl_event *done = ocl_alloc(t->count * sizeof *done);
    const double begin = ocl_wall_ns();
    for (cl_uint i = 0; i < t->count; i++) {
        const worker *w = &t->workers[i];
        if (w->units == 0) continue;
        OCL_CHECK(clEnqueueNDRangeKernel(w->queue, w->kernel, 2, NULL, w->global, w->local, 0, NULL,
                                         &done[i]));
        OCL_CHECK(clFlush(w->queue));
    }
    for (cl_uint i = 0; i < t->count; i++)
        OCL_CHECK(clFinish(t->workers[i].queue));
    const double ns = ocl_wall_ns() - begin;
    for (cl_uint i = 0; i < t->count; i++)
        if (t->workers[i].units > 0) ocl_times_take(&t->workers[i].times, run, done[i]);
    free(done);
    return ns;
}

// Solves the problem with the present shares.
static ocl_times measure(team *t, const problem *p, size_t repeat)
{
    ocl_times times = { .runs = 0 };
    const problem_array *output = &p->arrays[0];
    memset(output->host, 0xff, output->count * sizeof(float));
    for (cl_uint i = 0; i < t->count; i++) {
        worker *w = &t->workers[i];
        if (w->units == 0) continue;
        worker_prepare(w, t->context, t->program, p);
        // A new buffer of a context is on none of its devices.  This brings the inputs to device i.
        OCL_CHECK(clEnqueueMigrateMemObjects(w->queue, ARRAYS - 1, &w->d[1], 0, 0, NULL, NULL));
        OCL_CHECK(clFinish(w->queue));
    }
    for (size_t run = 0; run <= repeat; run++) {
        workers_poison(t->workers, t->count, p, run);
        const double ns = launch_all(t, run);
        if (run > 0) ocl_times_add(&times, ns);
        workers_read(t->workers, t->count, p);
        ocl_answers_add_host(&times.answers, output->host, output->count * sizeof(float));
    }
    for (cl_uint i = 0; i < t->count; i++)
        if (t->workers[i].units > 0) worker_clear(&t->workers[i]);
    return times;
}

// In proportion to speed.  The speed of each device is measured on a part of equal size.
static void deal_by_speed(team *t, const problem *p)
{
    double *speeds = ocl_alloc(t->count * sizeof *speeds);
    const size_t part = p->units / t->count > 0 ? p->units / t->count : 1;
    for (cl_uint i = 0; i < t->count; i++) {
        workers_deal_to_one(t->workers, t->count, i, part);
        measure(t, p, CALIBRATION_RUNS);
        speeds[i] = 1.0 / fmax(1.0, ocl_best_ns(&t->workers[i].times));
    }
    workers_deal(t->workers, t->count, p, speeds);
    free(speeds);
}

static ocl_times solve(team *t, ocl_report *report, const problem *p, const char *who)
{
    char name[32];
    snprintf(name, sizeof name, "%s, %s", p->name, who);
    const problem_array *output = &p->arrays[0];
    const ocl_times times = measure(t, p, t->repeat);
    ocl_report_row(report, &(ocl_row){ .name = name,
                                       .times = &times,
                                       .work = p->work,
                                       .unit = p->rate_unit,
                                       .result = ocl_verify_f32(name, output->host, p->ref,
                                                                output->count, 0.0) });
    return times;
}

// Device 0 does all of it.  Then all devices do it together, and each does its share.
static void compare(team *t, ocl_report *report, const problem *p)
{
    char all[32];
    snprintf(all, sizeof all, "%u together", t->count);
    workers_deal_to_one(t->workers, t->count, 0, p->units);
    const ocl_times alone = solve(t, report, p, "device 0");
    deal_by_speed(t, p);
    const ocl_times together = solve(t, report, p, all);
    workers_report(report, t->workers, t->count, p);
    ocl_report_note(report, "%s: speed-up over device 0 alone: %.2f, of the best runs %.2f",
                    p->name, ocl_median_ns(&alone) / ocl_median_ns(&together),
                    ocl_best_ns(&alone) / ocl_best_ns(&together));
}

int main(int argc, char **argv)
{
    multi_device_settings settings;
    const ocl_options opt = multi_device_parse(argc, argv, &settings);
    ocl_env env = ocl_open(&opt);
    const size_t *size = multi_device_size(&opt, env.device), m = size[0], n = size[1], k = size[2];
    problem_require_memory(env.device, m, n, k);

    device_set set = open_devices(&env, &settings);
    team t = open_team(&env, &set);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "m", m);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "k", k);
    ocl_report_count(report, set.parent ? "sub_devices" : "devices", t.count);
    device_set_report(report, &set);
    for (size_t v = 0; MULTI_DEVICE_VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, MULTI_DEVICE_VARIANTS[v])) continue;
        problem p = v == 0 ? problem_saxpy(m * n, opt.seed) : problem_matmul(m, n, k, opt.seed);
        compare(&t, report, &p);
        problem_free(&p);
    }

    close_team(&t);
    for (cl_uint i = set.count; set.parent && i-- > 0;)
        OCL_CHECK(clReleaseDevice(set.devices[i]));
    free(set.devices);
    ocl_close(&env);
    return ocl_report_close(report);
}
