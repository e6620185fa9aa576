// SPDX-License-Identifier: MIT
//
// stamps - what the samples of this chapter ask of the stamps of events.

#ifndef STAMPS_H
#define STAMPS_H

#include "ocl.h"

// How long a tick of the device's clock is: two events within one may be stamped either way.
double stamps_tick_ns(cl_device_id device);

// Whether `after` started when `before` had ended, give or take a tick.
bool stamps_follow(const ocl_stamps *before, const ocl_stamps *after, double tick_ns);

// The same as a check; `what` says who follows whom.
ocl_check stamps_verify_follow(const char *what, const ocl_stamps *before, const ocl_stamps *after,
                               double tick_ns);

// The earliest start.
cl_ulong stamps_first_start(const ocl_stamps *stamps, size_t count);

// From there to the latest end, in nanoseconds.
double stamps_span_ns(const ocl_stamps *stamps, size_t count);

#endif
