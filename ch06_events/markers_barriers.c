// SPDX-License-Identifier: MIT
//
// markers_barriers - points in an out-of-order queue: what they wait for, and what waits for them.
//
// Shows   six ways to keep a chain of kernels in order, from clFinish to a barrier, and how long each
//         keeps the host busy; a marker and a barrier among commands that do not depend on each other
// Uses    clEnqueueMarkerWithWaitList, clEnqueueBarrierWithWaitList, clFlush, clFinish, clWaitForEvents;
//         clEnqueueMarker, clEnqueueBarrier of OpenCL 1.1
// Try     markers_barriers -n 1; markers_barriers -V finish, then -V barrier

#include "markers_barriers/markers_barriers.h"

enum { STEPS = 8, ROUNDS = 16 };

static const char *const VARIANTS[] = { "finish",     "wait_for_events", "marker", "barrier",
                                        "old_marker", "old_barrier",     NULL };
enum { FINISH, WAIT_FOR_EVENTS, MARKER, BARRIER, OLD_MARKER, OLD_BARRIER };

static uint32_t markers_barriers_factor(uint32_t s)
{
    return 2 * s + 3;
}

void markers_barriers_ref(uint32_t *x, uint32_t s, uint32_t rounds, size_t n)
{
    const uint32_t m = markers_barriers_factor(s);
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < rounds; k++)
            x[i] = m * x[i] + s;
}

void markers_barriers_step(const markers_barriers_job *job, cl_mem d_x, cl_uint s, cl_uint rounds,
                           size_t groups, cl_event after, cl_event *event)
{
    const cl_uint m = markers_barriers_factor(s);
    const size_t global = groups * job->local;
    OCL_CHECK(clSetKernelArg(job->kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(job->kernel, 1, sizeof m, &m));
    OCL_CHECK(clSetKernelArg(job->kernel, 2, sizeof s, &s));
    OCL_CHECK(clSetKernelArg(job->kernel, 3, sizeof rounds, &rounds));
    OCL_CHECK(clSetKernelArg(job->kernel, 4, sizeof job->n, &job->n));
    OCL_CHECK(clEnqueueNDRangeKernel(job->queue, job->kernel, 1, NULL, &global, &job->local,
                                     after ? 1 : 0, after ? &after : NULL, event));
}

// Sees to it that what is enqueued next runs after `last`, and all before it.  Returns the event that the next
// command must have in its wait list, to be released; NULL: none.
static cl_event markers_barriers_point(cl_command_queue queue, int way, cl_event last)
{
    cl_event marker = NULL;
    switch (way) {
    case FINISH:    // the host waits for the whole queue
        OCL_CHECK(clFinish(queue));
        break;
    case WAIT_FOR_EVENTS:    // the host waits for this command
        OCL_CHECK(clWaitForEvents(1, &last));
        break;
    case MARKER:    // an event for all that was enqueued so far
        OCL_CHECK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
        break;
    case BARRIER:    // holds back all that is enqueued from now on
        OCL_CHECK(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
        break;
    case OLD_MARKER:
        OCL_CHECK(clEnqueueMarker(queue, &marker));
        break;
    case OLD_BARRIER:
        OCL_CHECK(clEnqueueBarrier(queue));
    }
    return marker;
}

// Steps 0, 1, ... on one buffer, each on what the one before has left there.  Returns for how long the host
// was busy, in nanoseconds.
static double markers_barriers_chain(const markers_barriers_job *job, int way, ocl_report *report)
{
    cl_mem d_x = ocl_buffer(job->env, CL_MEM_READ_WRITE, job->bytes, NULL);
    ocl_times times = { .runs = 0 }, busy = { .runs = 0 };
    ocl_result check = { .pass = true };
    memcpy(job->want, job->x, job->bytes);
    for (uint32_t s = 0; s < STEPS; s++)
        markers_barriers_ref(job->want, s, ROUNDS, job->n);

    for (size_t run = 0; run <= job->env->options->repeat; run++) {
        cl_event event[STEPS];
        OCL_CHECK(clEnqueueWriteBuffer(job->env->queue, d_x, CL_TRUE, 0, job->bytes, job->x, 0,
                                       NULL, NULL));
        const double begin = ocl_wall_ns();
        for (cl_uint s = 0; s < STEPS; s++) {
            cl_event after = s > 0 ? markers_barriers_point(job->queue, way, event[s - 1]) : NULL;
            markers_barriers_step(job, d_x, s, ROUNDS, job->groups, after, &event[s]);
            if (after) OCL_CHECK(clReleaseEvent(after));
        }
        OCL_CHECK(clFlush(job->queue));    // nothing waits for the host any more
        const double busy_ns = ocl_wall_ns() - begin;
        OCL_CHECK(clFinish(job->queue));
        if (run > 0) ocl_times_add(&times, ocl_wall_ns() - begin);
        if (run > 0) ocl_times_add(&busy, busy_ns);

        ocl_stamps stamps[STEPS];
        for (int s = 0; s < STEPS; s++) {
            stamps[s] = ocl_event_stamps(event[s]);
            OCL_CHECK(clReleaseEvent(event[s]));
            if (s > 0)
                check =
                    ocl_result_both(check, stamps_verify_follow("step after step", &stamps[s - 1],
                                                                &stamps[s], job->tick_ns));
        }
        check = ocl_result_both(
            check, ocl_verify_buffer(job->env, VARIANTS[way], d_x, job->want, job->bytes));
    }
    ocl_report_row(report, &(ocl_row){ VARIANTS[way], &times, 2.0 * STEPS * ROUNDS * (double)job->n,
                                       "Gop/s", 0.0, check });
    OCL_CHECK(clReleaseMemObject(d_x));
    return ocl_median_ns(&busy);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "markers_barriers",
                              .summary = "What markers and barriers do to an out-of-order queue.",
                              .accepts = "dnrVks",
                              .size_help = "elements of a buffer",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    if (!(ocl_device_number(env.device, CL_DEVICE_QUEUE_PROPERTIES) &
          CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        ocl_exit(OCL_EXIT_SKIP, "this device has no out-of-order queues: an in-order queue needs "
                                "neither markers nor barriers");

    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 3.0 * bytes);
    markers_barriers_job job = { .env = &env, .n = opt.n[0], .tick_ns = ocl_tick_ns(env.device) };
    job.bytes = sizeof(cl_uint) * opt.n[0];
    uint32_t *x = ocl_alloc(job.bytes);
    ocl_fill_u32(x, opt.n[0], opt.seed);
    job.x = x;
    job.want = ocl_alloc(job.bytes);

    cl_int err;
    cl_program program = ocl_build(&env, "markers_barriers.cl", "-cl-std=CL1.2");
    job.kernel = OCL_CREATE(clCreateKernel(program, "markers_barriers", &err));
    job.local = ocl_local_size(job.kernel, env.device, 64);
    job.groups = 4 * (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    job.queue = OCL_CREATE(clCreateCommandQueue(
        env.context, env.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE,
        &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", opt.n[0]);
    ocl_report_count(report, "steps", STEPS);
    double busy_ns[OLD_BARRIER + 1];
    for (int way = 0; VARIANTS[way]; way++)
        if (ocl_wants(&opt, VARIANTS[way]))
            busy_ns[way] = markers_barriers_chain(&job, way, report);
    ocl_report_print(report, "\nthe host was free again after\n");
    for (int way = 0; VARIANTS[way]; way++) {
        if (!ocl_wants(&opt, VARIANTS[way])) continue;
        ocl_report_print(report, "%-22s %10.4f ms\n", VARIANTS[way], busy_ns[way] / 1e6);
        json_object_set_new(ocl_report_details(report), VARIANTS[way],
                            json_pack("{s:f}", "host_busy_ms", busy_ns[way] / 1e6));
    }
    markers_barriers_scenes(&job, report);

    OCL_CHECK(clReleaseCommandQueue(job.queue));
    OCL_CHECK(clReleaseKernel(job.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(job.want);
    free(x);
    return ocl_report_close(report);
}
