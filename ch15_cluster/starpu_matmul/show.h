// SPDX-License-Identifier: MIT
//
// show - what rank 0 reports: which worker ran which task, and when.

#ifndef STARPU_MATMUL_SHOW_H
#define STARPU_MATMUL_SHOW_H

#include "settings.h"
#include "task.h"
#include "tiles.h"

#include "shared/check.h"
#include "shared/cluster.h"

// The workers of all ranks.
typedef struct {
    size_t count;
    char (*names)[64];
    int *first;    // the number of a rank's first worker
} workers_list;

typedef struct {
    task_span *spans[VARIANT_COUNT];    // one per task of the last run of each variant

    // Of rank 0.
    const ocl_options *options;
    ocl_report *report;
    matmul_check check;
    workers_list workers;
    const tiled *x, *a, *b;
} tasks_show;

// All ranks call it.  Rank 0 computes the answer in plain C.
void tasks_show_open(tasks_show *show, const cluster *c, const ocl_env *env,
                     const tiled *const c_a_b[3]);

// Sums up the spans of all ranks in rank 0: each task ran in one of them.
void tasks_show_gather(task_span *spans, size_t count, MPI_Comm ranks);

// The row of a variant: all elements of C are compared.
void tasks_report_row(const tasks_show *show, int variant, const ocl_times *times,
                      const ocl_answers *answers);

// Who ran the tasks, what a task costs, the picture of --output, and the verdict.
int tasks_show_close(tasks_show *show);

// All ranks call it.
void tasks_show_free(tasks_show *show);

#endif
