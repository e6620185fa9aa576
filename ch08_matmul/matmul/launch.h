// SPDX-License-Identifier: MIT
//
// matmul_launch - how the kernels of matmul are driven: programs, scratch buffers, arguments, launches.

#ifndef MATMUL_LAUNCH_H
#define MATMUL_LAUNCH_H

#include "layout.h"

// From naive to tuned; ended by NULL.
extern const char *const MATMUL_VARIANTS[];

typedef struct {
    cl_kernel kernel;
    ocl_range_2d range;
} matmul_step;

enum { MATMUL_STEPS = 4 };

// One variant, ready to run: steps before the product pad A and B, one after it adds parts.
typedef struct {
    matmul_step steps[MATMUL_STEPS];
    size_t step_count, product;
    cl_mem d_scratch[MATMUL_SCRATCH];    // NULL: not needed
    bool blocked;                        // by `blocking`
    matmul_blocking blocking;
} matmul_launch;

// OCL_EXIT_PASS when the variant can run; else the exit status that says why not, and the message.
int matmul_can_run(const matmul_job *job, const char *variant, ocl_message *why);

// Makes kernels and scratch buffers; exits when the variant cannot run.
matmul_launch matmul_prepare(const matmul_job *job, const char *variant);

// The same for a blocked rung with these sizes, of which matmul_can_run_blocked says that it can run.
matmul_launch matmul_prepare_blocked(const matmul_job *job, const matmul_blocking *blocking);

// Enqueues the steps, as often as one likes; *first and *last, to be released, are the events of the
// first and the last of them (of one step twice the same).  Either may be NULL: a command without an event
// can follow the one before it more closely.
void matmul_enqueue(const matmul_launch *launch, cl_command_queue queue, cl_event *first,
                    cl_event *last);

// One run: nanoseconds from the start of the first step to the end of the last.
double matmul_run_ns(const matmul_launch *launch, cl_command_queue queue);

void matmul_release(matmul_launch *launch);

#endif
