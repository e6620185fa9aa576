// SPDX-License-Identifier: MIT

#include "stamps.h"

double stamps_tick_ns(cl_device_id device)
{
    return (double)ocl_device_number(device, CL_DEVICE_PROFILING_TIMER_RESOLUTION);
}

bool stamps_follow(const ocl_stamps *before, const ocl_stamps *after, double tick_ns)
{
    return ocl_ns_between(before->ended, after->started) >= -tick_ns;
}

ocl_check stamps_verify_follow(const char *what, const ocl_stamps *before, const ocl_stamps *after,
                               double tick_ns)
{
    return ocl_verify_equal(what, stamps_follow(before, after, tick_ns), true);
}

cl_ulong stamps_first_start(const ocl_stamps *stamps, size_t count)
{
    cl_ulong first = stamps[0].started;
    for (size_t i = 1; i < count; i++)
        if (stamps[i].started < first) first = stamps[i].started;
    return first;
}

double stamps_span_ns(const ocl_stamps *stamps, size_t count)
{
    cl_ulong last = stamps[0].ended;
    for (size_t i = 1; i < count; i++)
        if (stamps[i].ended > last) last = stamps[i].ended;
    return ocl_ns_between(stamps_first_start(stamps, count), last);
}
