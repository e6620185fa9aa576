// SPDX-License-Identifier: MIT
//
// worker - a device of work_sharing with its share, and how shares are dealt out.

#ifndef WORK_SHARING_WORKER_H
#define WORK_SHARING_WORKER_H

#include "problem.h"

typedef struct {
    cl_device_id device;
    cl_command_queue queue;    // in-order, with profiling
    size_t first, units;       // the share: `units` units from `first` on; 0 units: none
    cl_kernel kernel;          // of a worker with a share, like all that follows
    cl_mem d[ARRAYS];          // the output, then the inputs: its own part of the arrays
    size_t global[2], local[2];
    ocl_times times;    // of the kernel, one per run
} worker;

// All units to one worker; the others have nothing to do.  Forgets the times.
void workers_deal_to_one(worker *workers, cl_uint count, cl_uint one, size_t units);

// Shares in proportion to speed.  The last worker takes what is left after rounding, so each unit
// belongs to exactly one worker.
void workers_deal(worker *workers, cl_uint count, const problem *p, const double *speeds);

// What each worker did, as a table.
void workers_report(ocl_report *report, const worker *workers, cl_uint count, const problem *p);

#endif
