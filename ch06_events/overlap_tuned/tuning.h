// SPDX-License-Identifier: MIT
//
// tuning - each stage of the stream alone: how long the ideal takes, and how much work balances the
// transfers.

#ifndef OVERLAP_TUNING_H
#define OVERLAP_TUNING_H

#include "stream.h"

enum { MAX_STEPS = 1 << 24 };    // of a kernel

// Measures each stage alone over all blocks, on one queue.  Reports the times, and returns the
// longest: the nanoseconds of a stream that hides the other two.  Where s->steps is 0 it first
// chooses as many steps as take as long as the longer transfer.
double overlap_ideal_ns(overlap_stream *s, cl_command_queue queue, size_t repeat,
                        ocl_report *report, const char *memory);

#endif
