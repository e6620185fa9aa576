// SPDX-License-Identifier: MIT

#include "markers_barriers.h"

enum { SLOW_ROUNDS = 128 };

// A slow kernel, a quick one, a marker or barrier, and a late kernel, each kernel on a buffer of its own.
enum { SLOW, QUICK, LATE, KERNELS };

// What the point that stands between them has to do.
typedef struct {
    const char *name;
    bool barrier, listed;    // its wait list: quick, or none
    bool must[KERNELS];      // end after slow, end after quick, hold back late
} scene_kind;

static const scene_kind SCENE[] = {
    { "marker, waits for quick", false, true, { false, true, false } },
    { "marker", false, false, { true, true, false } },
    { "barrier, waits for quick", true, true, { false, true, true } },
    { "barrier", true, false, { true, true, true } },
};
enum { SCENES = sizeof SCENE / sizeof SCENE[0] };

static ocl_result play(const markers_barriers_job *job, const scene_kind *scene, bool seen[KERNELS])
{
    const cl_uint rounds[KERNELS] = { SLOW_ROUNDS, 1, 1 };
    cl_mem d_x[KERNELS];
    cl_event event[KERNELS], point;
    for (int k = 0; k < KERNELS; k++)
        d_x[k] = ocl_buffer(job->env, CL_MEM_READ_WRITE, job->bytes, job->x);
    // One work-group each: the device has room for another beside it.
    markers_barriers_step(job, d_x[SLOW], SLOW, rounds[SLOW], 1, NULL, &event[SLOW]);
    markers_barriers_step(job, d_x[QUICK], QUICK, rounds[QUICK], 1, NULL, &event[QUICK]);
    const cl_uint count = scene->listed ? 1 : 0;
    const cl_event *list = scene->listed ? &event[QUICK] : NULL;
    if (scene->barrier)
        OCL_CHECK(clEnqueueBarrierWithWaitList(job->queue, count, list, &point));
    else
        OCL_CHECK(clEnqueueMarkerWithWaitList(job->queue, count, list, &point));
    markers_barriers_step(job, d_x[LATE], LATE, rounds[LATE], 1, NULL, &event[LATE]);
    OCL_CHECK(clFinish(job->queue));

    const double tick_ns = job->tick_ns;
    const ocl_stamps at = ocl_event_stamps(point), slow = ocl_event_stamps(event[SLOW]);
    const ocl_stamps quick = ocl_event_stamps(event[QUICK]), late = ocl_event_stamps(event[LATE]);
    seen[SLOW] = ocl_ns_between(slow.ended, at.ended) >= -tick_ns;
    seen[QUICK] = ocl_ns_between(quick.ended, at.ended) >= -tick_ns;
    seen[LATE] = ocl_stamps_follow(&at, &late, tick_ns) &&
                 ocl_stamps_follow(&quick, &late, tick_ns) &&
                 (scene->listed || ocl_stamps_follow(&slow, &late, tick_ns));

    // NVIDIA's markers and barriers have stamps from before the commands that they wait for.
    const bool early = ocl_known_platform(job->env->device) == OCL_NVIDIA;
    ocl_result check = { .pass = true };
    OCL_CHECK(clReleaseEvent(point));
    for (uint32_t k = 0; k < KERNELS; k++) {
        if (scene->must[k] && (k == LATE || !early))
            check = ocl_result_both(check, ocl_verify_equal(scene->name, seen[k], true));
        memcpy(job->want, job->x, job->bytes);
        markers_barriers_ref(job->want, k, rounds[k], job->n);
        check = ocl_result_both(
            check, ocl_verify_buffer(job->env, scene->name, d_x[k], job->want, job->bytes));
        OCL_CHECK(clReleaseEvent(event[k]));
        OCL_CHECK(clReleaseMemObject(d_x[k]));
    }
    return check;
}

void markers_barriers_scenes(const markers_barriers_job *job, ocl_report *report)
{
    ocl_result check[SCENES];
    ocl_report_print(report, "\n%-26s %-18s %-18s %s\n", "slow, quick, ..., late",
                     "ended after slow", "after quick", "held back late");
    for (int i = 0; i < SCENES; i++) {
        bool seen[KERNELS];
        char cell[KERNELS][20];
        check[i] = play(job, &SCENE[i], seen);
        for (int k = 0; k < KERNELS; k++)
            snprintf(cell[k], sizeof cell[k], "%s: %s", SCENE[i].must[k] ? "must" : "may",
                     seen[k] ? "yes" : "no");
        ocl_report_print(report, "%-26s %-18s %-18s %s\n", SCENE[i].name, cell[SLOW], cell[QUICK],
                         cell[LATE]);
    }
    for (int i = 0; i < SCENES; i++)
        ocl_report_result(report, SCENE[i].name, check[i]);
}
