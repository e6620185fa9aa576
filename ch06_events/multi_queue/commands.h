// SPDX-License-Identifier: MIT
//
// multi_queue_commands - those of a run: whether they kept their order; a chart of what ran when.

#ifndef MULTI_QUEUE_COMMANDS_H
#define MULTI_QUEUE_COMMANDS_H

#include "ocl.h"

// In this order: the writes of all parts, their work, the sum, the read.
enum { PARTS = 4, WRITE = 0, WORK = PARTS, SUM = 2 * PARTS, READ, COMMANDS };

// Each part's work starts after its write has ended, the sum after all work, the read after the
// sum.  Stamps within a tick of the clock may come in either order.
ocl_result multi_queue_verify_order(const ocl_stamps stamps[COMMANDS], double tick_ns);

enum { MAX_RUNS = 3 };

// A variant and its last run: part p was on queue p % queues, sum and read were on queue 0.
typedef struct {
    size_t queues;    // 1 to PARTS
    double median_ns;
    ocl_stamps stamps[COMMANDS];
} multi_queue_run;

// Draws up to MAX_RUNS runs: one lane per queue.  Each run begins at 0.
void multi_queue_chart(const multi_queue_run *runs, size_t count, const ocl_report *report,
                       const char *path);

#endif
