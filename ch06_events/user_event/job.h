// SPDX-License-Identifier: MIT
//
// user_event_job - three commands that hang on gates: the work that user_event holds back.

#ifndef USER_EVENT_JOB_H
#define USER_EVENT_JOB_H

#include "ocl.h"

enum { WRITE, KERNEL, READ, STEPS };

// y += a * x, and what the host has of it.
typedef struct {
    size_t n;
    cl_uint *x, *y, *ref, *untouched;    // ref: y afterwards; untouched: 0xff bytes
} user_event_data;

// A write of y, a kernel and a read of y, on an in-order queue of their own.
typedef struct {
    cl_command_queue queue;
    cl_kernel kernel;
    cl_mem d_y, d_x;
    cl_uint *got;    // as `untouched` until the read has run
    cl_event done[STEPS];
} user_event_job;

// Seeded data of n elements.
user_event_data user_event_data_new(size_t n, uint64_t seed);
void user_event_data_free(user_event_data *data);

// Makes what the job needs, with a queue of its own, and frees it.
user_event_job user_event_job_new(const ocl_env *env, cl_program program,
                                  const user_event_data *data);
void user_event_job_free(user_event_job *job);

// The write waits for the gates, and each of the others for the step before it.
void user_event_enqueue(const ocl_env *env, user_event_job *job, const user_event_data *data,
                        const cl_event *gates, cl_uint gate_count);

#endif
