// SPDX-License-Identifier: MIT
//
// overlap_picture - runs of overlap as a picture: three lanes a run, a box a command, a colour a buffer.

#ifndef OVERLAP_PICTURE_H
#define OVERLAP_PICTURE_H

#include "stream.h"

typedef struct {
    ocl_span *spans;
    size_t count, runs;
    const char *lanes[STAGES * MAX_BUFFERS];
} overlap_picture;

// Room for a run with each number of buffers.  Free it with overlap_picture_free.
overlap_picture overlap_picture_new(size_t blocks);
void overlap_picture_free(overlap_picture *picture);

// Adds a finished run, from its events: STAGES a block, of queues with profiling.  Each run begins at 0.
void overlap_picture_add(overlap_picture *picture, const overlap_stream *stream, size_t buffers);

// Draws what was added; ends the program where that fails.
void overlap_picture_write(const overlap_picture *picture, const char *title, const char *path);

#endif
