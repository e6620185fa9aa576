// SPDX-License-Identifier: MIT
//
// memory - the pictures of a job on the device, as images or as buffers of padded rows.
// mean_filter.c shows in full what these functions do.
//
//     filter_memory m;
//     if (!filter_memory_open(&m, job, "image", true)) return;
//     kernel arguments: m.d_out, m.d_in and, for buffers, m.shape
//     for (size_t run = 0; ocl_pace_again(&job->pace, run); run++) {
//         filter_memory_poison(&m, run);
//         clEnqueueNDRangeKernel(..., &done);
//         ocl_times_take(&times, run, done);
//         filter_memory_answer(&m, &times.answers);
//     }
//     filter_memory_read(&m);
//     filter_report_row(job, "image", &times);
//     filter_memory_close(&m);

#ifndef FILTER_MEMORY_H
#define FILTER_MEMORY_H

#include "shared/job.h"

typedef struct {
    filter_job *job;
    bool images;
    cl_mem d_out, d_in;
    cl_int4 shape;    // of buffers: width, height, and in pixels of `in` the pitch and the margin
    cl_int4 out_shape;    // the same in pixels of `out`; equal where both formats are
} filter_memory;

// Makes an image or a buffer of the job's `in`, which holds the picture, and one like its `out`.
// The padding of the rows holds bytes that no filter may use.  Gives false, after a note in the
// report, where the device has no images of these formats.
bool filter_memory_open(filter_memory *m, filter_job *job, const char *variant, bool images);

// Fills d_out before a run, see ocl_poison_run.
void filter_memory_poison(const filter_memory *m, size_t run);

// Adds the fingerprint of d_out after a run, see ocl_answers_add.
void filter_memory_answer(const filter_memory *m, ocl_answers *answers);

// Reads d_out into the job's `out`.
void filter_memory_read(const filter_memory *m);

void filter_memory_close(filter_memory *m);

#endif
