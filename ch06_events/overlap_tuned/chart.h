// SPDX-License-Identifier: MIT
//
// chart - runs of overlap_tuned as a chart: three lanes per run, a box per command, a
// colour per buffer.

#ifndef OVERLAP_CHART_H
#define OVERLAP_CHART_H

#include "stream.h"

typedef struct {
    ocl_span *spans;
    size_t count, runs;
    const char *lanes[STAGES * MAX_BUFFERS];
} overlap_chart;

// Has room for one run with each number of buffers.  Free it with overlap_chart_free.
overlap_chart overlap_chart_new(size_t blocks);
void overlap_chart_free(overlap_chart *chart);

// Adds a finished run.  Each block has STAGES events, which come from queues with profiling.  A run
// begins at 0.
void overlap_chart_add(overlap_chart *chart, const cl_event *events, size_t blocks, size_t buffers);

// Draws what was added.  Ends the program if that fails.
void overlap_chart_write(const overlap_chart *chart, const ocl_report *report, const char *path);

#endif
