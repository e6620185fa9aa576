// SPDX-License-Identifier: MIT
//
// multi_queue_picture - what ran when on how many queues.

#ifndef MULTI_QUEUE_PICTURE_H
#define MULTI_QUEUE_PICTURE_H

#include "shared/stamps.h"

// The commands: the writes of all parts, their work, the sum, the read.
enum { MULTI_QUEUE_PARTS = 4, MULTI_QUEUE_SUM = 2 * MULTI_QUEUE_PARTS, MULTI_QUEUE_READ };
enum { MULTI_QUEUE_COMMANDS = MULTI_QUEUE_READ + 1, MULTI_QUEUE_MOST_RUNS = 3 };

// A run: part p was on queue p % queues, sum and read on queue 0.
typedef struct {
    size_t queues;    // at most one a part
    ocl_stamps stamps[MULTI_QUEUE_COMMANDS];
} multi_queue_run;

// Draws up to MULTI_QUEUE_MOST_RUNS runs: a lane a queue, from the run's first start on.
void multi_queue_picture(const multi_queue_run *runs, size_t count, const char *path);

#endif
