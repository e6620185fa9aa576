// SPDX-License-Identifier: MIT
//
// histogram_results - the results of runs that are queued together: each run has its own, so that
// each can be compared afterwards.

#ifndef HISTOGRAM_RESULTS_H
#define HISTOGRAM_RESULTS_H

#include "rungs.h"

enum { HISTOGRAM_QUEUED = 12 };    // runs, at most

typedef struct {
    histogram_merger merged_by;
    size_t queued;                             // runs that have buffers of their own
    size_t histograms, between;                // in a buffer; between: 0 where the rung has none
    cl_mem d_results[HISTOGRAM_QUEUED + 1];    // BY_EVERY_GROUP: a run clears the next result
    cl_mem d_between[HISTOGRAM_QUEUED];        // BY_LAST_GROUP: only the first is used, by all runs
} histogram_results;

// Creates the buffers of a rung, for `global` work-items in `groups` work-groups.  The totals of
// BY_LAST_GROUP are 0: each run leaves them so.
histogram_results histogram_results_open(const ocl_env *env, const histogram_rung *rung,
                                         size_t groups, size_t global);

// Before the runs `first_run` and following ones: what they write must hold poison.  Only the first
// result of BY_EVERY_GROUP holds zeros.
void histogram_results_poison(const histogram_results *results, cl_command_queue queue,
                              size_t first_run);

void histogram_results_close(histogram_results *results);

#endif
