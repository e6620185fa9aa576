// SPDX-License-Identifier: MIT

#include "timing.h"

#include "attributes.h"
#include "errors.h"

#include <stdlib.h>
#include <string.h>

void ocl_times_add(ocl_times *times, double ns)
{
    if (times->runs < OCL_MAX_REPEAT) times->ns[times->runs++] = ns;
}

static cl_ulong stamp(cl_event event, cl_profiling_info which)
{
    cl_ulong ns;
    OCL_CHECK(clGetEventProfilingInfo(event, which, sizeof ns, &ns, NULL));
    return ns;
}

double ocl_ns_between(cl_ulong from, cl_ulong to)
{
    // The difference first, then double: a double holds the time of day only in steps of 256 ns.
    return to >= from ? (double)(to - from) : -(double)(from - to);
}

double ocl_event_ns(cl_event first, cl_event last)
{
    OCL_CHECK(clWaitForEvents(1, &last));
    const cl_ulong start = stamp(first, CL_PROFILING_COMMAND_START);
    return ocl_ns_between(start, stamp(last, CL_PROFILING_COMMAND_END));
}

ocl_stamps ocl_event_stamps(cl_event event)
{
    OCL_CHECK(clWaitForEvents(1, &event));
    ocl_stamps stamps = { .queued = stamp(event, CL_PROFILING_COMMAND_QUEUED),
                          .submitted = stamp(event, CL_PROFILING_COMMAND_SUBMIT),
                          .started = stamp(event, CL_PROFILING_COMMAND_START),
                          .ended = stamp(event, CL_PROFILING_COMMAND_END) };
    const cl_int err = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE,
                                               sizeof stamps.complete, &stamps.complete, NULL);
    if (err == CL_INVALID_VALUE)
        stamps.complete = stamps.ended;
    else
        OCL_CHECK(err);
    return stamps;
}

void ocl_times_take_span(ocl_times *times, size_t run, cl_event first, cl_event last)
{
    const double ns = ocl_event_ns(first, last);
    if (run > 0) ocl_times_add(times, ns);
    OCL_CHECK(clReleaseEvent(last));
    OCL_CHECK(clReleaseEvent(first));
}

void ocl_times_take(ocl_times *times, size_t run, cl_event done)
{
    OCL_CHECK(clRetainEvent(done));
    ocl_times_take_span(times, run, done, done);
}

double ocl_tick_ns(cl_device_id device)
{
    return (double)ocl_device_number(device, CL_DEVICE_PROFILING_TIMER_RESOLUTION);
}

bool ocl_stamps_follow(const ocl_stamps *before, const ocl_stamps *after, double tick_ns)
{
    return ocl_ns_between(before->ended, after->started) >= -tick_ns;
}

cl_ulong ocl_first_start(const ocl_stamps *stamps, size_t count)
{
    cl_ulong first = stamps[0].started;
    for (size_t i = 1; i < count; i++)
        if (stamps[i].started < first) first = stamps[i].started;
    return first;
}

double ocl_stamps_ns(const ocl_stamps *stamps, size_t count)
{
    cl_ulong last = stamps[0].ended;
    for (size_t i = 1; i < count; i++)
        if (stamps[i].ended > last) last = stamps[i].ended;
    return ocl_ns_between(ocl_first_start(stamps, count), last);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double ocl_best_ns(const ocl_times *times)
{
    double best = times->runs ? times->ns[0] : 0.0;
    for (size_t i = 1; i < times->runs; i++)
        if (times->ns[i] < best) best = times->ns[i];
    return best;
}

double ocl_median_ns(const ocl_times *times)
{
    if (times->runs == 0) return 0.0;
    ocl_times sorted = *times;
    qsort(sorted.ns, sorted.runs, sizeof sorted.ns[0], compare);
    size_t middle = sorted.runs / 2;
    return sorted.runs % 2 ? sorted.ns[middle] : 0.5 * (sorted.ns[middle - 1] + sorted.ns[middle]);
}
