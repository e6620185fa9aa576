// SPDX-License-Identifier: MIT
//
// memory - the pictures of a job in buffers of padded rows.

#ifndef FILTER_MEMORY_H
#define FILTER_MEMORY_H

#include "job.h"

typedef struct {
    filter_job *job;
    cl_mem d_out, d_in;
    cl_int4 shape;    // of d_in, see filter_shape
} filter_memory;

// Makes a buffer of the job's `in`, which holds the picture, and one like its `out`.  The padding
// of the rows holds bytes that no filter may use.
filter_memory filter_memory_open(filter_job *job);

// Reads d_out into the job's `out`.
void filter_memory_read(const filter_memory *m);

void filter_memory_close(filter_memory *m);

#endif
