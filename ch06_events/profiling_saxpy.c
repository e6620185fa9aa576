// SPDX-License-Identifier: MIT
//
// profiling_saxpy - saxpy with a clock on every command: when it was queued, submitted, started, ended.
//
// Shows   the stamps of two writes, a kernel and a read, as a table and as a timeline; what they add up
//         to beside the host's own clock; which events have none
// Uses    CL_QUEUE_PROFILING_ENABLE, clGetEventProfilingInfo, CL_DEVICE_PROFILING_TIMER_RESOLUTION,
//         clCreateCommandQueueWithProperties, clGetCommandQueueInfo
// Try     profiling_saxpy -o stamps.png; -n 1 (what a command costs that does next to nothing)

#include "profiling_saxpy/profiling_saxpy.h"

static const cl_profiling_info STAMP[] = { CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                           CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                           CL_PROFILING_COMMAND_COMPLETE };

typedef struct {
    const ocl_env *env;
    cl_command_queue queue;    // in-order, with profiling
    cl_kernel kernel;
    cl_mem d_x, d_y;
    const float *x, *y;
    float *got;
    size_t bytes, global, local;
    double tick_ns;     // of the device's clock
    int stamp_count;    // without COMPLETE before OpenCL 2.0
} profiling_saxpy_job;

static void profiling_saxpy_ref(float *ref, double alpha, const float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ref[i] = (float)(alpha * x[i] + y[i]);
}

// Only a queue that was made for it keeps the time.  Since OpenCL 2.0 its properties are a list, and the
// older call, which takes them as bits, is deprecated; an older device knows only that one.
static cl_command_queue profiling_saxpy_queue(const ocl_env *env)
{
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
    cl_int err;
    if (ocl_device_version(env->device) >= 20)
        return OCL_CREATE(
            clCreateCommandQueueWithProperties(env->context, env->device, list, &err));
    return OCL_CREATE(
        clCreateCommandQueue(env->context, env->device, CL_QUEUE_PROFILING_ENABLE, &err));
}

// Runs the four commands and reads their stamps, which are there once a command is complete.  Returns
// how long that took by the host's clock, in nanoseconds.
static double profiling_saxpy_run(const profiling_saxpy_job *job, profiling_saxpy_stamps stamps)
{
    cl_event event[COMMANDS];
    memset(job->got, 0xff, job->bytes);
    const double begin = ocl_wall_ns();
    OCL_CHECK(clEnqueueWriteBuffer(job->queue, job->d_x, CL_FALSE, 0, job->bytes, job->x, 0, NULL,
                                   &event[WRITE_X]));
    OCL_CHECK(clEnqueueWriteBuffer(job->queue, job->d_y, CL_FALSE, 0, job->bytes, job->y, 0, NULL,
                                   &event[WRITE_Y]));
    OCL_CHECK(clEnqueueNDRangeKernel(job->queue, job->kernel, 1, NULL, &job->global, &job->local, 0,
                                     NULL, &event[KERNEL]));
    OCL_CHECK(clEnqueueReadBuffer(job->queue, job->d_y, CL_FALSE, 0, job->bytes, job->got, 0, NULL,
                                  &event[READ_Y]));
    OCL_CHECK(clFinish(job->queue));
    const double wall_ns = ocl_wall_ns() - begin;

    for (int c = 0; c < COMMANDS; c++) {
        for (int s = 0; s < job->stamp_count; s++)
            OCL_CHECK(clGetEventProfilingInfo(event[c], STAMP[s], sizeof stamps[c][s],
                                              &stamps[c][s], NULL));
        OCL_CHECK(clReleaseEvent(event[c]));
    }
    return wall_ns;
}

// A command's stamps follow each other, and in an in-order queue it starts after the end of `before`, the
// command before it (NULL: none).  Two events within a tick of the clock may be stamped either way.
static ocl_result profiling_saxpy_order(const profiling_saxpy_job *job, int command,
                                        const cl_ulong *stamps, const cl_ulong *before)
{
    static const float zeros[STAMPS] = { 0.0f };
    float early_ns[STAMPS] = { 0.0f };
    for (int s = 1; s < job->stamp_count; s++)
        early_ns[s] = (float)fmax(0.0, ocl_ns_between(stamps[s], stamps[s - 1]));
    if (before) early_ns[0] = (float)fmax(0.0, ocl_ns_between(stamps[STARTED], before[ENDED]));
    return ocl_verify_f32(PROFILING_SAXPY_COMMANDS[command], early_ns, zeros,
                          (size_t)job->stamp_count, job->tick_ns);
}

// How much longer the commands ran, one after the other, than the host waited for them: the two clocks may
// differ by a part in a thousand, and each stamp by a tick.
static ocl_result profiling_saxpy_wall(double running_ns, double wall_ns, double tick_ns)
{
    const float excess_ns = (float)fmax(0.0, running_ns - wall_ns), none = 0.0f;
    return ocl_verify_f32("time beyond the host's", &excess_ns, &none, 1,
                          1e-3 * wall_ns + 2.0 * COMMANDS * tick_ns);
}

// Runs once to warm up, then as often as asked; a row a command, and one for the host's clock.
static void profiling_saxpy_measure(const profiling_saxpy_job *job, ocl_report *report,
                                    profiling_saxpy_stamps stamps)
{
    ocl_times running[COMMANDS] = { { .runs = 0 } }, wall = { .runs = 0 };
    ocl_result order[COMMANDS], inside = { .pass = true };
    for (int c = 0; c < COMMANDS; c++)
        order[c] = inside;
    for (size_t run = 0; run <= job->env->options->repeat; run++) {
        const double wall_ns = profiling_saxpy_run(job, stamps);
        double sum_ns = 0.0;
        for (int c = 0; c < COMMANDS; c++) {
            const cl_ulong *before = c > 0 ? stamps[c - 1] : NULL;
            order[c] = ocl_result_both(order[c], profiling_saxpy_order(job, c, stamps[c], before));
            const double ns = ocl_ns_between(stamps[c][STARTED], stamps[c][ENDED]);
            sum_ns += ns;
            if (run > 0) ocl_times_add(&running[c], ns);
        }
        inside = ocl_result_both(inside, profiling_saxpy_wall(sum_ns, wall_ns, job->tick_ns));
        if (run > 0) ocl_times_add(&wall, wall_ns);
    }
    for (int c = 0; c < COMMANDS; c++)
        ocl_report_row(report, &(ocl_row){ PROFILING_SAXPY_COMMANDS[c], &running[c],
                                           (c == KERNEL ? 3.0 : 1.0) * (double)job->bytes, "GB/s",
                                           0.0, order[c] });
    ocl_report_row(report, &(ocl_row){ "all, by the host", &wall, 6.0 * (double)job->bytes, "GB/s",
                                       0.0, inside });
}

static cl_int profiling_saxpy_try(cl_event event, cl_profiling_info which, size_t room)
{
    cl_ulong ns;
    return clGetEventProfilingInfo(event, which, room, &ns, NULL);
}

// Events that have no stamps, or none yet, and questions that have no answer.
static void profiling_saxpy_refusals(const profiling_saxpy_job *job, ocl_report *report)
{
    const ocl_env *env = job->env;
    cl_int err;
    cl_command_queue plain = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err));
    cl_event user = OCL_CREATE(clCreateUserEvent(env->context, &err)), untimed, timed, waiting;
    OCL_CHECK(clEnqueueMarkerWithWaitList(plain, 0, NULL, &untimed));
    OCL_CHECK(clEnqueueMarkerWithWaitList(job->queue, 0, NULL, &timed));
    OCL_CHECK(clFinish(plain));
    OCL_CHECK(clFinish(job->queue));
    OCL_CHECK(clEnqueueMarkerWithWaitList(job->queue, 1, &user, &waiting));
    const cl_profiling_info end = CL_PROFILING_COMMAND_END;
    const ocl_refusal calls[] = {
        { "a command of a queue without profiling",
          profiling_saxpy_try(untimed, end, sizeof(cl_ulong)), CL_PROFILING_INFO_NOT_AVAILABLE,
          OCL_OCLGRIND },
        { "a command that is not complete", profiling_saxpy_try(waiting, end, sizeof(cl_ulong)),
          CL_PROFILING_INFO_NOT_AVAILABLE, OCL_OCLGRIND | OCL_NVIDIA },
        { "a user event, which is no command", profiling_saxpy_try(user, end, sizeof(cl_ulong)),
          CL_PROFILING_INFO_NOT_AVAILABLE, 0 },
        { "a stamp that does not exist", profiling_saxpy_try(timed, 0, sizeof(cl_ulong)),
          CL_INVALID_VALUE, 0 },
        { "room for half a stamp", profiling_saxpy_try(timed, end, sizeof(cl_uint)),
          CL_INVALID_VALUE, 0 },
    };
    OCL_CHECK(clSetUserEventStatus(user, CL_COMPLETE));
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof calls[0]);
    OCL_CHECK(clFinish(job->queue));
    OCL_CHECK(clReleaseEvent(waiting));
    OCL_CHECK(clReleaseEvent(timed));
    OCL_CHECK(clReleaseEvent(untimed));
    OCL_CHECK(clReleaseEvent(user));
    OCL_CHECK(clReleaseCommandQueue(plain));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "profiling_saxpy",
                              .summary = "When every command of a saxpy ran.",
                              .accepts = "dnorks",
                              .size_help = "elements of each vector",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 4000037 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // The data, and the answer in plain C.
    const cl_ulong n = opt.n[0];
    const cl_float alpha = 2.5f;
    const double vector_bytes = sizeof(cl_float) * (double)n;    // may not fit a size_t
    ocl_require_memory(env.device, vector_bytes, 2.0 * vector_bytes, 4.0 * vector_bytes);
    profiling_saxpy_job job = { .env = &env, .bytes = sizeof(cl_float) * opt.n[0] };
    float *x = ocl_alloc(job.bytes), *y = ocl_alloc(job.bytes), *ref = ocl_alloc(job.bytes);
    ocl_fill_f32(x, n, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(y, n, -1.0f, 1.0f, opt.seed + 1);
    job.x = x;
    job.y = y;
    job.got = ocl_alloc(job.bytes);
    profiling_saxpy_ref(ref, alpha, x, y, n);

    // A queue that keeps the time says so.
    size_t tick_ns;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof tick_ns,
                              &tick_ns, NULL));
    job.tick_ns = (double)tick_ns;
    job.stamp_count = ocl_device_version(env.device) >= 20 ? STAMPS : COMPLETE;
    job.queue = profiling_saxpy_queue(&env);
    cl_command_queue_properties properties;
    OCL_CHECK(clGetCommandQueueInfo(job.queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties,
                                    NULL));

    cl_int err;
    cl_program program = ocl_build(&env, "profiling_saxpy.cl", "-cl-std=CL1.2");
    job.kernel = OCL_CREATE(clCreateKernel(program, "profiling_saxpy", &err));
    job.d_x = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, job.bytes, NULL, &err));
    job.d_y = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, job.bytes, NULL, &err));
    OCL_CHECK(clSetKernelArg(job.kernel, 0, sizeof job.d_y, &job.d_y));
    OCL_CHECK(clSetKernelArg(job.kernel, 1, sizeof alpha, &alpha));
    OCL_CHECK(clSetKernelArg(job.kernel, 2, sizeof job.d_x, &job.d_x));
    OCL_CHECK(clSetKernelArg(job.kernel, 3, sizeof n, &n));
    job.local = ocl_local_size(job.kernel, env.device, 256);
    job.global = ocl_round_up(n, job.local);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "clock's tick in ns", tick_ns);
    ocl_report_result(
        report, "properties of the queue",
        ocl_verify_u64("properties", &properties, &(cl_ulong){ CL_QUEUE_PROFILING_ENABLE }, 1));
    profiling_saxpy_stamps stamps;
    profiling_saxpy_measure(&job, report, stamps);
    // The product, the sum and the reference's own sum may each be off by half an ULP, 2^-24 of their size.
    const double bound = (alpha + 2.0 * (alpha + 1.0)) / (1 << 24);
    ocl_report_result(report, "y", ocl_verify_f32("y", job.got, ref, n, bound));
    profiling_saxpy_table(report, stamps, job.stamp_count);
    profiling_saxpy_refusals(&job, report);
    if (opt.output) profiling_saxpy_picture(stamps, opt.output);

    OCL_CHECK(clReleaseMemObject(job.d_y));
    OCL_CHECK(clReleaseMemObject(job.d_x));
    OCL_CHECK(clReleaseKernel(job.kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseCommandQueue(job.queue));
    ocl_close(&env);
    free(job.got);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
