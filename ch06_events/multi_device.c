// SPDX-License-Identifier: MIT
//
// multi_device - one context, several devices: a vector sum and a matrix product dealt out by speed.
//
// Shows   a queue a device, buffers of its own for each, all of them at work at once
// Uses    clCreateSubDevices, clCreateContext with several devices, clEnqueueMigrateMemObjects
// Times   By the host's clock, from the first launch until all devices are done; the data is there before.  A
//         device's own time is that of its kernel.
// Try     multi_device --devices 1, multi_device --sub-devices 2, POCL_DEVICES="pthread basic" multi_device

#include "multi_device/set.h"
#include "multi_device/worker.h"

enum { GRAIN = 64, CALIBRATION_RUNS = 3 };

// Vectors of M * N elements; matrices of M x N, M x K and K x N.
static const size_t CPU_SIZE[] = { 4099, 1031, 67 }, GPU_SIZE[] = { 8191, 8209, 4099 };

static const char *const VARIANTS[] = { "saxpy", "matmul", NULL };

typedef struct {
    cl_context context;
    cl_program program;
    worker *workers;
    cl_uint count;
} team;

// One context for all devices, one program built for each of them, a queue a device.
static team multi_device_gather(const ocl_env *env, const device_set *set)
{
    team t = { .count = set->count };
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

    t.workers = ocl_alloc(t.count * sizeof *t.workers);
    for (cl_uint i = 0; i < t.count; i++) {
        t.workers[i].device = set->devices[i];
        t.workers[i].queue = OCL_CREATE(
            clCreateCommandQueue(t.context, set->devices[i], CL_QUEUE_PROFILING_ENABLE, &err));
    }
    return t;
}

static void multi_device_dismiss(team *t)
{
    for (cl_uint i = t->count; i-- > 0;)
        OCL_CHECK(clReleaseCommandQueue(t->workers[i].queue));
    OCL_CHECK(clReleaseProgram(t->program));
    OCL_CHECK(clReleaseContext(t->context));
    free(t->workers);
}

// Everything is launched before the host waits for anything.
static double multi_device_run(team *t)
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
    for (cl_uint i = 0; i < t->count; i++) {
        if (t->workers[i].units == 0) continue;
        ocl_times_add(&t->workers[i].times, ocl_event_ns(done[i], done[i]));
        OCL_CHECK(clReleaseEvent(done[i]));
    }
    free(done);
    return ns;
}

// The problem as it has been dealt out: data there, runs, output back.
static ocl_times multi_device_measure(team *t, const problem *p, size_t repeat)
{
    ocl_times times = { .runs = 0 };
    memset(p->arrays[0].host, 0xff, p->arrays[0].count * sizeof(float));
    for (cl_uint i = 0; i < t->count; i++)
        worker_take(&t->workers[i], t->program, p);
    multi_device_run(t);
    for (cl_uint i = 0; i < t->count; i++)
        t->workers[i].times.runs = 0;    // that was the warm-up
    for (size_t run = 0; run < repeat; run++)
        ocl_times_add(&times, multi_device_run(t));
    for (cl_uint i = 0; i < t->count; i++)
        worker_give_back(&t->workers[i], p);
    return times;
}

static void multi_device_give_one(team *t, cl_uint to, size_t units)
{
    for (cl_uint i = 0; i < t->count; i++) {
        t->workers[i].first = 0;
        t->workers[i].units = i == to ? units : 0;
    }
}

// In proportion to speed, each device's measured on a part of equal size.  Borders are rounded and the
// last device takes what is left: each unit is somebody's, and nobody else's.
static void multi_device_deal(team *t, const problem *p)
{
    double *speeds = ocl_alloc(t->count * sizeof *speeds), total = 0.0, sum = 0.0;
    const size_t part = p->units / t->count > 0 ? p->units / t->count : 1;
    for (cl_uint i = 0; i < t->count; i++) {
        multi_device_give_one(t, i, part);
        multi_device_measure(t, p, CALIBRATION_RUNS);
        speeds[i] = 1.0 / fmax(1.0, ocl_best_ns(&t->workers[i].times));
        total += speeds[i];
    }
    const double grain = p->units >= (size_t)GRAIN * GRAIN ? GRAIN : 1.0;
    size_t first = 0;
    for (cl_uint i = 0; i < t->count; i++) {
        sum += speeds[i];
        const double border = grain * round((double)p->units * (sum / total) / grain);
        const bool last = i + 1 == t->count || border > (double)p->units;
        const size_t end = last ? p->units : (size_t)border;
        t->workers[i].first = first;
        t->workers[i].units = end - first;
        first = end;
    }
    free(speeds);
}

// What each device did, for readers and for --json.
static void multi_device_tell(const team *t, ocl_report *report, const problem *p,
                              const ocl_times *alone, const ocl_times *together)
{
    json_t *facts = json_object(), *list = json_array();
    const double best = ocl_best_ns(alone) / ocl_best_ns(together);
    const double median = ocl_median_ns(alone) / ocl_median_ns(together);
    ocl_report_print(report, "\n%-6s  device %10s %9s %10s\n", p->name, p->unit, "share",
                     "median ms");
    for (cl_uint i = 0; i < t->count; i++) {
        const worker *w = &t->workers[i];
        const double share = (double)w->units / (double)p->units;
        const double ms = ocl_median_ns(&w->times) / 1e6;
        char *name = ocl_device_text(w->device, CL_DEVICE_NAME);
        ocl_report_print(report, "%14u %10zu %8.2f%% %10.4f  %s\n", i, w->units, 100.0 * share, ms,
                         name);
        json_t *device = json_object();
        json_object_set_new(device, "name", ocl_json_text(name));
        json_object_set_new(device, p->unit, json_integer((json_int_t)w->units));
        json_object_set_new(device, "share", json_real(share));
        json_object_set_new(device, "median_ms", json_real(ms));
        json_array_append_new(list, device);
        free(name);
    }
    ocl_report_print(report, "speed-up against device 0 alone: %.2f, of the best runs %.2f\n",
                     median, best);
    json_object_set_new(facts, "devices", list);
    json_object_set_new(facts, "speed_up", json_real(median));
    json_object_set_new(facts, "speed_up_of_best", json_real(best));
    json_object_set_new(ocl_report_details(report), p->name, facts);
}

// Device 0 does all of it; then all devices do, each its share.
static void multi_device_solve(team *t, ocl_report *report, const problem *p, size_t repeat)
{
    char name[32];
    const problem_array *output = &p->arrays[0];
    multi_device_give_one(t, 0, p->units);
    const ocl_times alone = multi_device_measure(t, p, repeat);
    snprintf(name, sizeof name, "%s, device 0", p->name);
    ocl_result check = ocl_verify_f32(name, output->host, p->ref, output->count, 0.0);
    ocl_report_row(report, &(ocl_row){ name, &alone, p->work, p->rate_unit, 0.0, check });

    multi_device_deal(t, p);
    const ocl_times together = multi_device_measure(t, p, repeat);
    snprintf(name, sizeof name, "%s, %u together", p->name, t->count);
    check = ocl_verify_f32(name, output->host, p->ref, output->count, 0.0);
    ocl_report_row(report, &(ocl_row){ name, &together, p->work, p->rate_unit, 0.0, check });
    multi_device_tell(t, report, p, &alone, &together);
}

int main(int argc, char **argv)
{
    size_t devices = 0, parts = 0;
    const ocl_option own[] = {
        { 0, "devices", OCL_COUNT, &devices, "N", "at most so many devices (0: all)", NULL },
        { 0, "sub-devices", OCL_COUNT, &parts, "N",
          "the chosen device, cut into so many (0: into two if it is alone)", NULL },
        { 0 }
    };
    const ocl_about about = { .name = "multi_device",
                              .summary = "Work dealt out to several devices by their speed.",
                              .accepts = "dnrVks",
                              .size_help = "matrices of MxN, MxK, KxN; vectors of M * N",
                              .extents = 3,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { CPU_SIZE[0], CPU_SIZE[1], CPU_SIZE[2] },
                                   .repeat = 5,
                                   .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (devices > 0 && parts > 0)
        ocl_exit(OCL_EXIT_USAGE, "--devices and --sub-devices exclude each other");
    ocl_env env = ocl_open(&opt);
    const size_t *size = opt.size_given || ocl_is_cpu(env.device) ? opt.n : GPU_SIZE;
    const size_t m = size[0], n = size[1], k = size[2];
    problem_require_memory(env.device, m, n, k);

    device_set set = device_set_open(&env, devices, parts);
    team t = multi_device_gather(&env, &set);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "m", m);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "k", k);
    ocl_report_count(report, set.parent ? "sub_devices" : "devices", t.count);
    if (set.parent)
        ocl_report_text(report, "cut",
                        set.how == CL_DEVICE_PARTITION_EQUALLY ? "equally" : "by counts");
    if (set.uncut)
        ocl_report_print(report, "\nThis device cannot be cut like that: it works alone.\n");
    ocl_report_result(report, "the devices' own account", device_set_check(&set));
    for (size_t v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        problem p = v == 0 ? problem_saxpy(m * n, opt.seed) : problem_matmul(m, n, k, opt.seed);
        multi_device_solve(&t, report, &p, opt.repeat);
        problem_free(&p);
    }
    multi_device_dismiss(&t);
    device_set_close(&set);
    ocl_close(&env);
    return ocl_report_close(report);
}
