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

#endif
