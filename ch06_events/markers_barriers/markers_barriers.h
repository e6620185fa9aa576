// SPDX-License-Identifier: MIT
//
// markers_barriers - kernels to put a marker or a barrier between.

#ifndef MARKERS_BARRIERS_H
#define MARKERS_BARRIERS_H

#include "shared/stamps.h"

typedef struct {
    const ocl_env *env;
    cl_command_queue queue;    // out-of-order, with profiling
    cl_kernel kernel;
    const uint32_t *x;
    uint32_t *want;
    size_t bytes, local, groups;
    cl_ulong n;
    double tick_ns;    // of the device's clock
} markers_barriers_job;

// x[i] = m * x[i] + s, `rounds` times, with a factor m of step s alone: no two steps may change places.
void markers_barriers_ref(uint32_t *x, uint32_t s, uint32_t rounds, size_t n);

// Enqueues the same on the device, `groups` work-groups that wait for `after` (NULL: for nothing).
void markers_barriers_step(const markers_barriers_job *job, cl_mem d_x, cl_uint s, cl_uint rounds,
                           size_t groups, cl_event after, cl_event *event);

// A slow kernel, a quick one, a marker or barrier, a late kernel: what waited for what, for both of them with
// and without a wait list.
void markers_barriers_scenes(const markers_barriers_job *job, ocl_report *report);

#endif
