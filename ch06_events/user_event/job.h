// SPDX-License-Identifier: MIT
//
// user_event_job - what the three commands of user_event need: a queue, a kernel with its
// arguments, buffers.

#ifndef USER_EVENT_JOB_H
#define USER_EVENT_JOB_H

#include "data.h"

enum { WRITE, KERNEL, READ, STEPS };

// A write of y, a kernel and a read of y, on an in-order queue of their own.
typedef struct {
    cl_command_queue queue;
    cl_kernel kernel;
    cl_mem d_y, d_x;
    cl_uint *got;    // 0xff bytes until the read has run
    cl_event done[STEPS];
} job;

job job_open(const ocl_env *env, cl_program program, const user_event_data *data);

// Also releases the events of the three commands.
void job_close(job *j);

#endif
