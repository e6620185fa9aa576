// SPDX-License-Identifier: MIT
//
// worker - a device with all that it needs for one piece of the job at a time.
//
// Each worker has a context of its own: what is shared with a lost device may be lost with it.

#ifndef LOST_DEVICE_WORKER_H
#define LOST_DEVICE_WORKER_H

#include "ocl.h"

enum { MAX_WORKERS = 16 };

extern const char *const JOB_NAMES[];
enum { WELL, FAILS, SILENT, JOBS };    // the places of their names there

enum { WRITTEN, LAUNCHED, READ, EVENTS };    // the ends of a piece's commands

// What it did in a job.
typedef struct {
    size_t finished;     // pieces
    const char *lost;    // NULL, or why it was lost
} outcome;

typedef struct {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;    // in-order
    cl_program program;
    cl_kernel kernel;
    cl_mem d_y, d_x;    // of one piece
    size_t global, local;

    bool has_piece;
    size_t piece;               // that it was given,
    double since_ns;            // and when
    cl_event events[EVENTS];    // of its commands
    cl_event gate;              // NULL, or what they wait for: the stand-in for a lost device
    uint32_t *answer;           // where the device writes: never the job's own array

    bool is_lost;
    outcome outcomes[JOBS];
} worker;

// So many workers, or one per device of the platform and at least 2, if `wanted` is 0.  The chosen
// device is the first one; a device may have several workers.  Returns how many there are.  The
// kernel is that of lost_device.cl, or of opt->kernel; its first two arguments are set.
size_t workers_open(worker *workers, size_t wanted, const ocl_env *env, size_t piece_n);
void workers_close(worker *workers, size_t count);

// A table of their outcomes.
void workers_report(ocl_report *report, const worker *workers, size_t count);

// Its piece is done: the events are released.
void worker_forget(worker *w);

// After a job the stand-in for a lost device comes back: its commands have ended.  The queue behind
// them is not used again.
void worker_recover(worker *w);

#endif
