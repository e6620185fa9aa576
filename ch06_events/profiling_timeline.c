// SPDX-License-Identifier: MIT
//
// profiling_timeline - the stamps of four commands, run after run, as a table and as a timeline.
//
// Shows   best and median of each command; the fifth stamp of OpenCL 2.0; the sum of all commands
//         compared with the host's clock
// Uses    clCreateCommandQueueWithProperties with CL_QUEUE_PROFILING_ENABLE, clGetCommandQueueInfo,
//         clGetEventProfilingInfo, CL_DEVICE_PROFILING_TIMER_RESOLUTION
// Try     profiling_timeline -o stamps.png; profiling_timeline -n 1 (the cost of a command that has
//         almost no work)

#include "ocl.h"

#include "profiling_timeline/stamps.h"
#include "shared/saxpy.h"

enum { LOCAL = 256 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_command_queue queue;    // in-order, with profiling
    cl_kernel kernel;
    cl_mem d_y, d_x;
    const float *y, *x, *ref, *bounds;
    float *got;
    size_t n, bytes, global, local;
    bool has_complete;    // OpenCL 2.0 and later: the fifth stamp
} lesson;

static void saxpy_ref(float *ref, double alpha, const float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ref[i] = (float)(alpha * x[i] + y[i]);
}

// Only a queue with CL_QUEUE_PROFILING_ENABLE keeps stamps.  OpenCL 2.0 passes the properties as a
// list and deprecates the call that passes them as bits.  Older devices know only that call.
static cl_command_queue open_queue(const ocl_env *env)
{
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
    cl_int err;
    if (ocl_device_version(env->device) >= 20)
        return OCL_CREATE(
            clCreateCommandQueueWithProperties(env->context, env->device, list, &err));
    return OCL_CREATE(
        clCreateCommandQueue(env->context, env->device, CL_QUEUE_PROFILING_ENABLE, &err));
}

// Runs the four commands.  Returns the nanoseconds that they took by the host's clock.
static double run_commands(const lesson *l, cl_event event[COMMANDS])
{
    const double begin = ocl_wall_ns();
    OCL_CHECK(clEnqueueWriteBuffer(l->queue, l->d_x, CL_FALSE, 0, l->bytes, l->x, 0, NULL,
                                   &event[WRITE_X]));
    OCL_CHECK(clEnqueueWriteBuffer(l->queue, l->d_y, CL_FALSE, 0, l->bytes, l->y, 0, NULL,
                                   &event[WRITE_Y]));
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue, l->kernel, 1, NULL, &l->global, &l->local, 0, NULL,
                                     &event[KERNEL]));
    OCL_CHECK(clEnqueueReadBuffer(l->queue, l->d_y, CL_FALSE, 0, l->bytes, l->got, 0, NULL,
                                  &event[READ_Y]));
    OCL_CHECK(clFinish(l->queue));
    return ocl_wall_ns() - begin;
}

// A command has all its stamps when it is complete.
static void read_stamps(const lesson *l, const cl_event event[COMMANDS],
                        profiling_timeline_stamps stamps)
{
    static const cl_profiling_info which[] = { CL_PROFILING_COMMAND_QUEUED,
                                               CL_PROFILING_COMMAND_SUBMIT,
                                               CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                               CL_PROFILING_COMMAND_COMPLETE };
    const int count = l->has_complete ? STAMPS : COMPLETE;
    for (int c = 0; c < COMMANDS; c++) {
        for (int s = 0; s < count; s++)
            OCL_CHECK(clGetEventProfilingInfo(event[c], which[s], sizeof stamps[c][s],
                                              &stamps[c][s], NULL));
        if (!l->has_complete) stamps[c][COMPLETE] = stamps[c][ENDED];
        OCL_CHECK(clReleaseEvent(event[c]));
    }
}

// Runs the commands once to warm up, and then `repeat` times.  A row per command, whose times are
// its stamps, and one for the host's clock.  *stamps gets those of the last run.
static void measure(const lesson *l, double tick_ns, profiling_timeline_stamps stamps)
{
    ocl_times running[COMMANDS] = { { .runs = 0 } }, host = { .runs = 0 };
    ocl_result order[COMMANDS], inside = { .pass = true }, answer = { .pass = true };
    for (int c = 0; c < COMMANDS; c++)
        order[c] = (ocl_result){ .pass = true };

    for (size_t run = 0; run <= l->env->options->repeat; run++) {
        cl_event event[COMMANDS];
        memset(l->got, ocl_poison_byte(run), l->bytes);    // what the run before has read is gone
        const double host_ns = run_commands(l, event);
        read_stamps(l, event, stamps);
        inside = ocl_result_both(inside, profiling_timeline_verify_wall(stamps, host_ns, tick_ns));
        answer = ocl_result_both(answer, ocl_verify_f32_each("y", l->got, l->ref, l->n, l->bounds));
        for (int c = 0; c < COMMANDS; c++) {
            const cl_ulong *before = c > 0 ? stamps[c - 1] : NULL;
            const ocl_result kept = profiling_timeline_verify_order(c, stamps[c], before, tick_ns);
            order[c] = ocl_result_both(order[c], kept);
        }
        if (run == 0) continue;    // the warm-up
        ocl_times_add(&host, host_ns);
        for (int c = 0; c < COMMANDS; c++)
            ocl_times_add(&running[c], ocl_ns_between(stamps[c][STARTED], stamps[c][ENDED]));
    }

    const double bytes = (double)l->bytes;
    for (int c = 0; c < COMMANDS; c++)
        ocl_report_row(l->report, &(ocl_row){ .name = PROFILING_TIMELINE_COMMANDS[c],
                                              .times = &running[c],
                                              .work = (c == KERNEL ? 3.0 : 1.0) * bytes,
                                              .unit = "GB/s",
                                              .result = order[c] });
    ocl_report_row(l->report, &(ocl_row){ .name = "all, by the host",
                                          .times = &host,
                                          .work = 6.0 * bytes,
                                          .unit = "GB/s",
                                          .result = inside });
    ocl_report_result(l->report, "y", answer);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "profiling_timeline",
                              .summary =
                                  "When every command of a saxpy ran, and how long, in many runs.",
                              .accepts = "dnorks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "elements of each vector",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 4000037 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const size_t n = opt.n[0];
    const cl_float alpha = 2.5f;
    const double vector_bytes = sizeof(cl_float) * (double)n;    // may not fit a size_t
    ocl_require_memory(env.device, vector_bytes, 2.0 * vector_bytes, 5.0 * vector_bytes);
    const size_t bytes = sizeof(cl_float) * opt.n[0];
    float *x = ocl_alloc(bytes);
    float *y = ocl_alloc(bytes);
    float *ref = ocl_alloc(bytes);
    ocl_fill_f32(x, n, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(y, n, -1.0f, 1.0f, opt.seed + 1);
    saxpy_ref(ref, alpha, x, y, n);

    cl_int err;
    float *bounds = saxpy_bounds(alpha, x, y, n);
    lesson l = { .env = &env,
                 .y = y,
                 .x = x,
                 .ref = ref,
                 .bounds = bounds,
                 .got = ocl_alloc(bytes),
                 .n = n,
                 .bytes = bytes };
    l.queue = open_queue(&env);
    cl_program program = ocl_build(&env, "profiling_timeline.cl", "-cl-std=CL1.2");
    l.kernel = OCL_CREATE(clCreateKernel(program, "profiling_timeline", &err));
    l.d_y = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    l.d_x = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(clSetKernelArg(l.kernel, 0, sizeof l.d_y, &l.d_y));
    OCL_CHECK(clSetKernelArg(l.kernel, 1, sizeof alpha, &alpha));
    OCL_CHECK(clSetKernelArg(l.kernel, 2, sizeof l.d_x, &l.d_x));
    OCL_CHECK(clSetKernelArg(l.kernel, 3, sizeof(cl_ulong), &(cl_ulong){ n }));
    l.local = ocl_local_size(l.kernel, env.device, LOCAL);
    l.global = ocl_round_up(n, l.local);
    l.has_complete = ocl_device_version(env.device) >= 20;

    // Two stamps can differ only by whole ticks.  A queue says whether it keeps stamps.
    size_t tick_ns;
    cl_command_queue_properties properties;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof tick_ns,
                              &tick_ns, NULL));
    OCL_CHECK(
        clGetCommandQueueInfo(l.queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", n);
    ocl_report_count(l.report, "clock's tick in ns", tick_ns);
    ocl_report_result(
        l.report, "properties of the queue",
        ocl_verify_u64("properties", &properties, &(cl_ulong){ CL_QUEUE_PROFILING_ENABLE }, 1));
    profiling_timeline_stamps stamps;
    measure(&l, (double)tick_ns, stamps);

    profiling_timeline_table(l.report, stamps);
    if (opt.output) profiling_timeline_chart(stamps, l.report, opt.output);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseCommandQueue(l.queue));
    ocl_close(&env);
    free(bounds);
    free(l.got);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(l.report);
}
