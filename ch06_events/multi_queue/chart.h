// SPDX-License-Identifier: MIT
//
// multi_queue_chart - what ran when, on how many queues.

#ifndef MULTI_QUEUE_CHART_H
#define MULTI_QUEUE_CHART_H

#include "proof.h"

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
