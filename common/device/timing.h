// SPDX-License-Identifier: MIT
//
// timing - how long a command took, by the stamps of its event; best and median of many runs.

#ifndef OCL_TIMING_H
#define OCL_TIMING_H

#include "opencl.h"

#include <stdbool.h>
#include <stddef.h>

enum { OCL_MAX_REPEAT = 1000 };

typedef struct {
    double ns[OCL_MAX_REPEAT];    // in the order they were measured
    size_t runs;
} ocl_times;

// Adds one measured run; none after the OCL_MAX_REPEAT-th.
void ocl_times_add(ocl_times *times, double ns);

// What a sample does after each launch of a loop over run = 0, 1, ...: waits for the command, adds
// the time that it took on the device, releases the event.  Run 0 is the warm-up: its time is not
// added.
void ocl_times_take(ocl_times *times, size_t run, cl_event done);

// ocl_times_take for several commands: from the start of the first to the end of the last.
// Releases both events.
void ocl_times_take_span(ocl_times *times, size_t run, cl_event first, cl_event last);

// Waits for `last`.  Gives the nanoseconds from the start of `first` to the end of `last`; for one
// command both are the same event.  The queue must have profiling, and `first` must be complete
// when `last` is.
double ocl_event_ns(cl_event first, cl_event last);

// The nanoseconds from one stamp to another; negative when `to` is earlier.
double ocl_ns_between(cl_ulong from, cl_ulong to);

// When a command entered each of its states, in nanoseconds of the device's clock.
typedef struct {
    cl_ulong queued, submitted, started, ended;
    cl_ulong complete;    // with its child commands (OpenCL 2.0); `ended` where the device is older
} ocl_stamps;

// Waits for the command and reads its stamps.  The queue must have profiling.
ocl_stamps ocl_event_stamps(cl_event event);

// The length of one tick of the device's clock (CL_DEVICE_PROFILING_TIMER_RESOLUTION).  Stamps less
// than one tick apart may be in either order.
double ocl_tick_ns(cl_device_id device);

// Whether `after` started after the end of `before`, within one tick.
bool ocl_stamps_follow(const ocl_stamps *before, const ocl_stamps *after, double tick_ns);

// The earliest start of the commands, and the nanoseconds from there to the latest end.
cl_ulong ocl_first_start(const ocl_stamps *stamps, size_t count);
double ocl_stamps_ns(const ocl_stamps *stamps, size_t count);

// The best and the median of the runs; 0 when there are none.
double ocl_best_ns(const ocl_times *times);
double ocl_median_ns(const ocl_times *times);

#endif
