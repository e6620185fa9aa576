// SPDX-License-Identifier: MIT
//
// markers_barriers - points in an out-of-order queue: what they wait for, and what waits for them.
//
//     chain   x --step 0--> x | point | x --step 1--> x | point | ... --step 7--> x
//
// Shows   seven ways to keep a chain of kernels in order, from clFinish to a barrier, and how long
//         each keeps the host busy; a marker and a barrier among commands that do not depend on
//         each other
// Uses    clEnqueueMarkerWithWaitList, clEnqueueBarrierWithWaitList, clFlush, clFinish,
//         clWaitForEvents; clEnqueueMarker, clEnqueueBarrier, clEnqueueWaitForEvents of OpenCL 1.1
// Try     markers_barriers -n 1; markers_barriers -V finish; markers_barriers -V barrier

#include "ocl.h"

#include "proof/markers_barriers/scene.h"

enum { STEPS = 8, ROUNDS = 16, SLOW_ROUNDS = 128, LOCAL = 64 };

static const char *const VARIANTS[] = { "finish",     "wait_for_events", "marker",   "barrier",
                                        "old_marker", "old_barrier",     "old_wait", NULL };
typedef enum { FINISH, WAIT_FOR_EVENTS, MARKER, BARRIER, OLD_MARKER, OLD_BARRIER, OLD_WAIT } way;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_command_queue queue;    // out-of-order, with profiling
    cl_kernel kernel;
    uint32_t *x, *ref;
    size_t bytes, local, groups;
    size_t n;
} lesson;

// Enqueues a step on d_x behind the event `after`, or behind none if it is NULL.
static void enqueue(const lesson *l, cl_mem d_x, const chain_step *step, cl_event after,
                    cl_event *event)
{
    const cl_uint factor = chain_factor(step->s);
    const size_t global = step->groups * l->local;
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(l->kernel, 1, sizeof factor, &factor));
    OCL_CHECK(clSetKernelArg(l->kernel, 2, sizeof step->s, &step->s));
    OCL_CHECK(clSetKernelArg(l->kernel, 3, sizeof step->rounds, &step->rounds));
    OCL_CHECK(clSetKernelArg(l->kernel, 4, sizeof(cl_ulong), &(cl_ulong){ l->n }));
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue, l->kernel, 1, NULL, &global, &l->local,
                                     after ? 1 : 0, after ? &after : NULL, event));
}

// Makes the next command run after `last` and all commands before it.  Returns the event that the
// next command must have in its wait list, to be released; NULL: none.
static cl_event enqueue_point(cl_command_queue queue, way how, cl_event last)
{
    cl_event marker = NULL;
    switch (how) {
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
        break;
    case OLD_WAIT:    // in spite of its name the host does not wait: it is a barrier with a list
        OCL_CHECK(clEnqueueWaitForEvents(queue, 1, &last));
        break;
    }
    return marker;
}

// Steps 0, 1, ... on one buffer.  Returns the nanoseconds until all are enqueued.
static double enqueue_chain(const lesson *l, way how, cl_mem d_x, cl_event event[STEPS])
{
    const double begin = ocl_wall_ns();
    for (cl_uint s = 0; s < STEPS; s++) {
        const chain_step step = { .s = s, .rounds = ROUNDS, .groups = l->groups };
        cl_event after = s > 0 ? enqueue_point(l->queue, how, event[s - 1]) : NULL;
        enqueue(l, d_x, &step, after, &event[s]);
        if (after) OCL_CHECK(clReleaseEvent(after));
    }
    OCL_CHECK(clFlush(l->queue));
    return ocl_wall_ns() - begin;
}

// The chain, kept in order in one way, with a row of the report.  Returns the median time that the
// host was busy, in nanoseconds.
static double run_chain(const lesson *l, way how)
{
    memcpy(l->ref, l->x, l->bytes);
    for (uint32_t s = 0; s < STEPS; s++)
        chain_ref(l->ref, s, ROUNDS, l->n);

    cl_mem d_x = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->bytes, NULL);
    ocl_times busy = { .runs = 0 };
    ocl_result result = { .pass = true };
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[how], d_x, l->bytes);
    while (ocl_trial_next(&t)) {
        cl_event event[STEPS];
        OCL_CHECK(
            clEnqueueWriteBuffer(l->env->queue, d_x, CL_FALSE, 0, l->bytes, l->x, 0, NULL, NULL));
        OCL_CHECK(clFinish(l->env->queue));    // the chain runs in another queue
        const double begin = ocl_wall_ns();
        const double busy_ns = enqueue_chain(l, how, d_x, event);
        OCL_CHECK(clFinish(l->queue));    // until here the host could do something else
        t.host_ns = ocl_wall_ns() - begin;
        if (t.run > 0) ocl_times_add(&busy, busy_ns);
        result = ocl_result_both(result, chain_verify(l->env->device, event, STEPS));
    }
    const ocl_result right = ocl_verify_buffer(l->env, VARIANTS[how], d_x, l->ref, l->bytes);
    const ocl_work work = { .amount = 2.0 * STEPS * ROUNDS * (double)l->n, .unit = "Gop/s" };
    ocl_trial_report(&t, l->report, &work, ocl_result_both(result, right));
    OCL_CHECK(clReleaseMemObject(d_x));
    return ocl_median_ns(&busy);
}

// What the point has to do in each scene, for the slow, the quick and the late kernel.
enum { SCENES = 4 };
static const scene SCENE[SCENES] = {
    { .name = "marker, waits for quick", .listed = true, .must = { false, true, false } },
    { .name = "marker", .must = { true, true, false } },
    { .name = "barrier, waits for quick",
      .barrier = true,
      .listed = true,
      .must = { false, true, true } },
    { .name = "barrier", .barrier = true, .must = { true, true, true } },
};

// Three kernels that do not depend on each other, with a marker or barrier before the last.  Each
// has one work-group, so the device has room for another kernel at the same time.
static scene_result play(const lesson *l, const scene *s)
{
    const chain_step steps[] = { [SLOW] = { .s = SLOW, .rounds = SLOW_ROUNDS, .groups = 1 },
                                 [QUICK] = { .s = QUICK, .rounds = 1, .groups = 1 },
                                 [LATE] = { .s = LATE, .rounds = 1, .groups = 1 } };
    cl_mem d_x[KERNELS];
    cl_event event[SCENE_COMMANDS];
    for (int k = 0; k < KERNELS; k++)
        d_x[k] = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->bytes, l->x);

    enqueue(l, d_x[SLOW], &steps[SLOW], NULL, &event[SLOW]);
    enqueue(l, d_x[QUICK], &steps[QUICK], NULL, &event[QUICK]);
    const cl_uint count = s->listed ? 1 : 0;
    const cl_event *list = s->listed ? &event[QUICK] : NULL;
    if (s->barrier)
        OCL_CHECK(clEnqueueBarrierWithWaitList(l->queue, count, list, &event[POINT]));
    else
        OCL_CHECK(clEnqueueMarkerWithWaitList(l->queue, count, list, &event[POINT]));
    enqueue(l, d_x[LATE], &steps[LATE], NULL, &event[LATE]);
    OCL_CHECK(clFinish(l->queue));

    scene_result played = scene_verify(l->env->device, s, event);
    for (int k = 0; k < KERNELS; k++) {
        memcpy(l->ref, l->x, l->bytes);
        chain_ref(l->ref, steps[k].s, steps[k].rounds, l->n);
        const ocl_result right = ocl_verify_buffer(l->env, s->name, d_x[k], l->ref, l->bytes);
        played.result = ocl_result_both(played.result, right);
        OCL_CHECK(clReleaseMemObject(d_x[k]));
    }
    return played;
}

static void require_out_of_order(cl_device_id device)
{
    if (!(ocl_device_number(device, CL_DEVICE_QUEUE_PROPERTIES) &
          CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        ocl_exit(OCL_EXIT_SKIP, "this device has no out-of-order queues: an in-order queue needs "
                                "neither markers nor barriers");
}

// Whether this way can be tried.  Else a note says why; where --variant asks for nothing else, the
// program ends.
static bool can_run(const lesson *l, way how)
{
    if (how != OLD_WAIT || !ocl_known_fault(l->env->device, "clEnqueueWaitForEvents")) return true;
    static const char lacking[] = "this driver lacks clEnqueueWaitForEvents";
    if (!ocl_wants(l->env->options, "all")) ocl_exit(OCL_EXIT_SKIP, "%s", lacking);
    ocl_report_note(l->report, "%s is left out: %s", VARIANTS[how], lacking);
    return false;
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
    require_out_of_order(env.device);
    const double real_bytes = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, real_bytes, 3.0 * real_bytes, 3.0 * real_bytes);
    lesson l = { .env = &env, .n = opt.n[0], .bytes = sizeof(cl_uint) * opt.n[0] };
    l.x = ocl_alloc(l.bytes);
    l.ref = ocl_alloc(l.bytes);
    ocl_fill_u32(l.x, opt.n[0], opt.seed);

    cl_int err;
    cl_program program = ocl_build(&env, "markers_barriers.cl", "-cl-std=CL1.2");
    l.kernel = OCL_CREATE(clCreateKernel(program, "markers_barriers", &err));
    l.local = ocl_local_size(l.kernel, env.device, LOCAL);
    l.groups = 4 * (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    l.queue = OCL_CREATE(clCreateCommandQueue(
        env.context, env.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE,
        &err));

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_count(l.report, "steps", STEPS);
    ocl_table busy = ocl_table_open(l.report, "host_busy", "chain, host is busy for ms");
    double busy_ns[OLD_WAIT + 1] = { 0.0 };
    for (way how = FINISH; how <= OLD_WAIT; how++) {
        if (!ocl_wants(&opt, VARIANTS[how]) || !can_run(&l, how)) continue;
        busy_ns[how] = run_chain(&l, how);
    }
    for (way how = FINISH; how <= OLD_WAIT; how++)
        if (busy_ns[how] > 0.0)
            ocl_table_row(&busy, "%-22s %10.4f", VARIANTS[how], busy_ns[how] / 1e6);

    scene_result results[SCENES];
    for (int i = 0; i < SCENES; i++)
        results[i] = play(&l, &SCENE[i]);
    scenes_report(l.report, SCENE, results, SCENES);

    OCL_CHECK(clReleaseCommandQueue(l.queue));
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(l.ref);
    free(l.x);
    return ocl_report_close(l.report);
}
