// SPDX-License-Identifier: MIT
//
// worker - a device of multi_device, with its share of a problem.

#ifndef MULTI_DEVICE_WORKER_H
#define MULTI_DEVICE_WORKER_H

#include "problem.h"

typedef struct {
    cl_device_id device;
    cl_command_queue queue;    // in-order, with profiling
    size_t first, units;    // the share; without units there is no kernel and there are no buffers
    cl_kernel kernel;
    cl_mem
        d[ARRAYS];    // the output, then the inputs: the device's own part of the problem's arrays
    size_t global[2], local[2];
    ocl_times times;    // of the kernel, one per run
} worker;

// All units to one worker; the others have nothing to do.  Forgets the times.
void workers_deal_to_one(worker *workers, cl_uint count, cl_uint one, size_t units);

// Shares in proportion to speed.  The last worker takes what is left after rounding, so each unit
// belongs to exactly one worker.
void workers_deal(worker *workers, cl_uint count, const problem *p, const double *speeds);

// For a worker with units: makes the kernel with its arguments, and the buffers.
void worker_prepare(worker *w, cl_context context, cl_program program, const problem *p);

// Before a run, outside its time: poisons all outputs.  After it: reads them into the problem's.
void workers_poison(const worker *workers, cl_uint count, const problem *p, size_t run);
void workers_read(const worker *workers, cl_uint count, const problem *p);

// Releases what worker_prepare made.
void worker_clear(worker *w);

// What each worker did, as a table.
void workers_report(ocl_report *report, const worker *workers, cl_uint count, const problem *p);

#endif
