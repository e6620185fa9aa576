// SPDX-License-Identifier: MIT
//
// show - what rank 0 reports: which worker ran which task, and when.

#ifndef STARPU_MATMUL_SHOW_H
#define STARPU_MATMUL_SHOW_H

#include "tiles.h"

#include "shared/cluster/cluster.h"
#include "shared/product/check.h"

// One execution of a task.  Zeros: it ran in another rank.
typedef struct {
    double lane;                // from 1: per_rank lanes of rank 0, as many of rank 1, and so on
    double begin_us, end_us;    // by StarPU's clock in its rank
} task_span;

typedef struct {
    task_span *spans;    // one per task, of the last run
    int per_rank;        // the most workers that a rank has
    size_t lanes;        // of all ranks

    // Of rank 0.
    const ocl_options *options;
    ocl_report *report;
    matmul_check check;
    size_t across, places, tasks;    // tiles of C in a row; tiles of C; tasks
} tasks_show;

// All ranks call it.  Rank 0 computes the answer in plain C.  From here on StarPU takes the times
// of tasks.
void tasks_show_open(tasks_show *show, const cluster *c, const ocl_env *env,
                     const tiled *const c_a_b[3]);

// StarPU calls it in a worker, after a task: notes when and where it ran, in a task_span.
void tasks_note(void *span);

// All ranks call it after the last run, which began at begin_us (starpu_timing_now).  Brings the
// spans to rank 0.
void tasks_show_gather(const tasks_show *show, const cluster *c, double begin_us);

// The row of the runs, which left `product`; who ran the tasks, what a task costs, the picture of
// --output, and the verdict.
int tasks_show_close(tasks_show *show, const ocl_times *times, const ocl_answers *answers,
                     const float *product);

#endif
