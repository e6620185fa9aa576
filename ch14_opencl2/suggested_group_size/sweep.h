// SPDX-License-Identifier: MIT
//
// sweep - the times of one kernel with many work-group sizes: as a table, and as a chart.

#ifndef SUGGESTED_GROUP_SIZE_SWEEP_H
#define SUGGESTED_GROUP_SIZE_SWEEP_H

#include "ocl.h"

enum { MAX_CANDIDATES = 16 };

typedef struct {
    size_t local;    // what the launch asks for; 0: NULL
    size_t taken;    // what the kernel saw
    ocl_times times;
} candidate;

typedef struct {
    const char *name;    // of the variant
    size_t n, global;    // work-items with work, and all
    size_t suggested;    // 0: the device suggests nothing
    size_t count;
    candidate candidates[MAX_CANDIDATES];    // the first one is NULL
} sweep;

// The candidate that asks for this local size; NULL without one.
const candidate *find_candidate(const sweep *s, size_t local);

// The candidate with the smallest best time.
const candidate *best_candidate(const sweep *s);

// One line per candidate: its time, and how many times as long as the best one it takes.
void print_sweep(ocl_report *report, const sweep *s);

// One curve per sweep, and vertical lines at what NULL takes and at the suggestion.
void draw_sweeps(const ocl_report *report, const sweep *sweeps, size_t count, const char *path);

#endif
