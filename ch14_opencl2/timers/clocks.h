// SPDX-License-Identifier: MIT
//
// clocks - what many pairs of times say about two clocks: a table, the drift, a chart.

#ifndef TIMERS_CLOCKS_H
#define TIMERS_CLOCKS_H

#include "ocl.h"

// Both clocks at about the same moment, in nanoseconds.  The device's time was read at most
// `within` before or after the host's.
typedef struct {
    cl_ulong device, host, within;
} clock_pair;

// The pairs that one way gave, `count` of them in order, and how long it took to get each.
typedef struct {
    const char *name;
    clock_pair *pairs;
    ocl_times cost;
    size_t count;
} clock_pairs;

// One row per way: the offset (host's time less device's time) of the pair with the smallest
// `within`, and the drift: the slope of the line that fits the offsets best, by least squares.
// Pairs whose `within` is more than twice the median are left out: the program was interrupted.
void show_clocks(ocl_report *report, const clock_pairs *ways, size_t count);

// How the offset changes with time, one curve per way, without the same pairs.
void draw_clocks(const ocl_report *report, const clock_pairs *ways, size_t count, const char *path);

#endif
