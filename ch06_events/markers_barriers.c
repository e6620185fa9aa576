// SPDX-License-Identifier: MIT
//
// markers_barriers - points in an out-of-order queue: what they wait for, and what waits for them.
//
//     chain   x --step 0--> x | point | x --step 1--> x | point | ... --step 7--> x
//
// Shows   six ways to keep a chain of kernels in order, from clFinish to a barrier, and how long
//         each keeps the host busy; a marker and a barrier among commands that do not depend on
//         each other
// Uses    clEnqueueMarkerWithWaitList, clEnqueueBarrierWithWaitList, clFlush, clFinish,
//         clWaitForEvents; clEnqueueMarker, clEnqueueBarrier of OpenCL 1.1
// Try     markers_barriers -n 1; markers_barriers -V finish; markers_barriers -V barrier

#include "markers_barriers/chain.h"
#include "markers_barriers/scene.h"

enum { STEPS = 8, ROUNDS = 16, SLOW_ROUNDS = 128, LOCAL = 64 };

static const char *const VARIANTS[] = { "finish",     "wait_for_events", "marker", "barrier",
                                        "old_marker", "old_barrier",     NULL };
enum { FINISH, WAIT_FOR_EVENTS, MARKER, BARRIER, OLD_MARKER, OLD_BARRIER };

typedef struct {
    const ocl_env *env;
    cl_command_queue queue;    // out-of-order, with profiling
    cl_kernel kernel;
    uint32_t *x, *ref;
    size_t bytes, local, groups;
    cl_ulong n;
} job;

// Enqueues a step on d_x behind the event `after`, or behind none if it is NULL.
static void enqueue(const job *j, cl_mem d_x, const chain_step *p, cl_event after, cl_event *event)
{
    const cl_uint m = chain_factor(p->s);
    const size_t global = p->groups * j->local;
    OCL_CHECK(clSetKernelArg(j->kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(j->kernel, 1, sizeof m, &m));
    OCL_CHECK(clSetKernelArg(j->kernel, 2, sizeof p->s, &p->s));
    OCL_CHECK(clSetKernelArg(j->kernel, 3, sizeof p->rounds, &p->rounds));
    OCL_CHECK(clSetKernelArg(j->kernel, 4, sizeof j->n, &j->n));
    OCL_CHECK(clEnqueueNDRangeKernel(j->queue, j->kernel, 1, NULL, &global, &j->local,
                                     after ? 1 : 0, after ? &after : NULL, event));
}

// Makes the next command run after `last` and all commands before it.  Returns the event that the
// next command must have in its wait list, to be released; NULL: none.
static cl_event enqueue_point(cl_command_queue queue, size_t way, cl_event last)
{
    cl_event marker = NULL;
    switch (way) {
    case FINISH:    // the host waits for the whole queue
        OCL_CHECK(clFinish(queue));
        break;
    case WAIT_FOR_EVENTS:    // the host waits for this command
        OCL_CHECK(clWaitForEvents(1, &last));
        break;
    case MARKER:    // an event for all commands that were enqueued before
        OCL_CHECK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
        break;
    case BARRIER:    // holds back all commands that are enqueued later
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

// Steps 0, 1, ... on one buffer.  Returns the median time that the host was busy, in nanoseconds.
static double run_chain(const job *j, size_t way, ocl_report *report)
{
    cl_mem d_x = ocl_buffer(j->env, CL_MEM_READ_WRITE, j->bytes, NULL);
    ocl_times times = { .runs = 0 }, busy = { .runs = 0 };
    ocl_result result = { .pass = true };
    memcpy(j->ref, j->x, j->bytes);
    for (uint32_t s = 0; s < STEPS; s++)
        chain_ref(j->ref, s, ROUNDS, j->n);

    for (size_t run = 0; run <= j->env->options->repeat; run++) {
        cl_event event[STEPS];
        OCL_CHECK(
            clEnqueueWriteBuffer(j->env->queue, d_x, CL_TRUE, 0, j->bytes, j->x, 0, NULL, NULL));
        const double begin = ocl_wall_ns();
        for (cl_uint s = 0; s < STEPS; s++) {
            cl_event after = s > 0 ? enqueue_point(j->queue, way, event[s - 1]) : NULL;
            enqueue(j, d_x, &(chain_step){ .s = s, .rounds = ROUNDS, .groups = j->groups }, after,
                    &event[s]);
            if (after) OCL_CHECK(clReleaseEvent(after));
        }
        OCL_CHECK(clFlush(j->queue));    // the host is free from here on
        const double busy_ns = ocl_wall_ns() - begin;
        OCL_CHECK(clFinish(j->queue));
        if (run > 0) ocl_times_add(&times, ocl_wall_ns() - begin);
        if (run > 0) ocl_times_add(&busy, busy_ns);
        result = ocl_result_both(result, chain_verify(j->env->device, event, STEPS));
        result = ocl_result_both(result,
                                 ocl_verify_buffer(j->env, VARIANTS[way], d_x, j->ref, j->bytes));
    }
    ocl_report_row(report, &(ocl_row){ .name = VARIANTS[way],
                                       .times = &times,
                                       .work = 2.0 * STEPS * ROUNDS * (double)j->n,
                                       .unit = "Gop/s",
                                       .result = result });
    OCL_CHECK(clReleaseMemObject(d_x));
    return ocl_median_ns(&busy);
}

// Three kernels that do not depend on each other, with a marker or barrier before the last.  Each
// has one work-group, so the device has room for another kernel at the same time.
static scene_result play(const job *j, const scene *s)
{
    const chain_step steps[] = { [SLOW] = { .s = SLOW, .rounds = SLOW_ROUNDS, .groups = 1 },
                                 [QUICK] = { .s = QUICK, .rounds = 1, .groups = 1 },
                                 [LATE] = { .s = LATE, .rounds = 1, .groups = 1 } };
    cl_mem d_x[KERNELS];
    cl_event event[SCENE_COMMANDS];
    for (int k = 0; k < KERNELS; k++)
        d_x[k] = ocl_buffer(j->env, CL_MEM_READ_WRITE, j->bytes, j->x);
    enqueue(j, d_x[SLOW], &steps[SLOW], NULL, &event[SLOW]);
    enqueue(j, d_x[QUICK], &steps[QUICK], NULL, &event[QUICK]);
    const cl_uint count = s->listed ? 1 : 0;
    const cl_event *list = s->listed ? &event[QUICK] : NULL;
    if (s->barrier)
        OCL_CHECK(clEnqueueBarrierWithWaitList(j->queue, count, list, &event[POINT]));
    else
        OCL_CHECK(clEnqueueMarkerWithWaitList(j->queue, count, list, &event[POINT]));
    enqueue(j, d_x[LATE], &steps[LATE], NULL, &event[LATE]);
    OCL_CHECK(clFinish(j->queue));

    scene_result played = scene_verify(j->env->device, s, event);
    for (int k = 0; k < KERNELS; k++) {
        memcpy(j->ref, j->x, j->bytes);
        chain_ref(j->ref, steps[k].s, steps[k].rounds, j->n);
        played.result = ocl_result_both(
            played.result, ocl_verify_buffer(j->env, s->name, d_x[k], j->ref, j->bytes));
        OCL_CHECK(clReleaseMemObject(d_x[k]));
    }
    return played;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "markers_barriers",
                              .summary = "What markers and barriers do in an out-of-order queue.",
                              .accepts = "dnrVks",
                              .size_help = "elements of a buffer",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    chain_require_queue(env.device);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 3.0 * bytes);
    job j = { .env = &env, .n = opt.n[0], .bytes = sizeof(cl_uint) * opt.n[0] };
    j.x = ocl_alloc(j.bytes);
    j.ref = ocl_alloc(j.bytes);
    ocl_fill_u32(j.x, opt.n[0], opt.seed);

    cl_int err;
    cl_program program = ocl_build(&env, "markers_barriers.cl", "-cl-std=CL1.2");
    j.kernel = OCL_CREATE(clCreateKernel(program, "markers_barriers", &err));
    j.local = ocl_local_size(j.kernel, env.device, LOCAL);
    j.groups = 4 * (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    j.queue = OCL_CREATE(clCreateCommandQueue(
        env.context, env.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE,
        &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", opt.n[0]);
    ocl_report_count(report, "steps", STEPS);
    double busy_ns[OLD_BARRIER + 1];
    for (size_t v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v])) busy_ns[v] = run_chain(&j, v, report);
    ocl_table busy = ocl_table_open(report, "host_busy", "chain, host is busy for ms");
    for (size_t v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]))
            ocl_table_row(&busy, "%-22s %10.4f", VARIANTS[v], busy_ns[v] / 1e6);

    scene_result results[SCENES];
    for (int i = 0; i < SCENES; i++)
        results[i] = play(&j, &SCENE[i]);
    scenes_report(report, results);

    OCL_CHECK(clReleaseCommandQueue(j.queue));
    OCL_CHECK(clReleaseKernel(j.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(j.ref);
    free(j.x);
    return ocl_report_close(report);
}
