// SPDX-License-Identifier: MIT
//
// task - what all tasks of a run know, and the tasks beside the OpenCL form of the product: its
// form for a core, one that poisons a tile, and one that does nothing.

#ifndef STARPU_MATMUL_TASK_H
#define STARPU_MATMUL_TASK_H

#include "ocl.h"

#include <starpu.h>

// One execution of a task.  Zeros: it ran in another rank.
typedef struct {
    double worker;              // of its rank, counted from 1
    double rank;                // counted from 0
    double begin_ns, end_ns;    // since the run began, by the clock of its rank
} task_span;

enum { TASK_EACH = 8 };    // rows of C of which a work-item computes a part at the same time

// A kernel of this device alone: the device's worker sets its arguments.
typedef struct {
    cl_program program;    // NULL: there is no such device
    cl_kernel kernel;
    size_t width;     // columns of C per work-item
    size_t blocks;    // of TASK_EACH rows per work-item
    size_t local[2];
} task_device;

typedef struct {
    task_device devices[STARPU_MAXOPENCLDEVS];
    int rank;
    size_t number;       // of the run
    double begin_ns;     // of the run
    task_span *spans;    // one per task
} task_run;

// What a product gets besides its tiles.
typedef struct {
    const task_run *run;
    size_t number;    // of the task
    int adds;         // to what is in the tile of C
} task_place;

// Call it at the end of a task.
void task_record(const task_place *place, double begin_ns);

// A task for a core, as StarPU calls it: the tiles are in host memory.
void task_multiply_cpu(void *tiles[], void *argument);

// Submits tasks that fill a tile with what no product has, on every device.
void task_poison(const task_run *run, starpu_data_handle_t tile);

// The nanoseconds of a task that does nothing: submitted, scheduled, run.
double task_cost_ns(void);

#endif
