// SPDX-License-Identifier: MIT
//
// multi_device_worker - a device of multi_device, with its share of a problem.

#ifndef MULTI_DEVICE_WORKER_H
#define MULTI_DEVICE_WORKER_H

#include "problem.h"

enum { ROWS = 8 };    // that a work-item of the matrix product makes

typedef struct {
    cl_device_id device;
    cl_command_queue queue;    // in-order, with profiling
    size_t first, units;       // the share; without units there is no kernel and no buffer
    cl_kernel kernel;
    size_t global[2], local[2];
    cl_mem buffers[ARRAYS];
    ocl_times times;    // of the kernel, one a run
} worker;

// Kernel and buffers for the share, with the data on the device when it returns.  The program is built
// with -DROWS=<ROWS>.
void worker_take(worker *w, cl_program program, const problem *p);

// Reads the output's part back into the problem's array, and releases what worker_take made.
void worker_give_back(worker *w, const problem *p);

#endif
