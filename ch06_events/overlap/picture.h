// SPDX-License-Identifier: MIT
//
// overlap_picture - runs of overlap as a picture: three lanes per run, a box per command, a colour
// per buffer.

#ifndef OVERLAP_PICTURE_H
#define OVERLAP_PICTURE_H

#include "stream.h"

typedef struct {
    ocl_span *spans;
    size_t count, runs;
    const char *lanes[STAGES * MAX_BUFFERS];
} overlap_picture;

// Has room for one run with each number of buffers.  Free it with overlap_picture_free.
overlap_picture overlap_picture_new(size_t blocks);
void overlap_picture_free(overlap_picture *picture);

// Adds a finished run.  Each block has STAGES events, which come from queues with profiling.  A run
// begins at 0.
void overlap_picture_add(overlap_picture *picture, const cl_event *events, size_t blocks,
                         size_t buffers);

// Draws what was added.  Ends the program if that fails.
void overlap_picture_write(const overlap_picture *picture, const ocl_report *report,
                           const char *path);

#endif
