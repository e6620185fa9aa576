// SPDX-License-Identifier: MIT
//
// timed - how long a run takes that a command-queue executes.

#ifndef BENCH_TIMED_H
#define BENCH_TIMED_H

#include "ocl.h"

// Enqueues one run.  *done is the event of its last command, to be released; `done` may be NULL.
typedef void timed_enqueue(void *what, cl_event *done);

// One run, from the call to the end of the wait, by the host's clock.
double timed_alone_ns(cl_command_queue queue, timed_enqueue *enqueue, void *what);

// The mean of `runs` runs back to back, after `before` others, by the device's clock: from the end
// of the first run to the end of the last one.  Only these two have events, which cost time, too.
double timed_queued_ns(timed_enqueue *enqueue, void *what, size_t before, size_t runs);

// For a function that enqueues a span of commands, and got the events of the first and of the last
// one: *done becomes that of the last one, if it is wanted; the rest is released.
static inline void timed_span_done(cl_event *done, const cl_event span[2])
{
    OCL_CHECK(clReleaseEvent(span[0]));
    if (done)
        *done = span[1];
    else
        OCL_CHECK(clReleaseEvent(span[1]));
}

#endif
