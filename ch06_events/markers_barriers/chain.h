// SPDX-License-Identifier: MIT
//
// chain - the steps of a chain of kernels, and whether they kept their order.

#ifndef MARKERS_BARRIERS_CHAIN_H
#define MARKERS_BARRIERS_CHAIN_H

#include "ocl.h"

// The number of the step, its rounds per element, its work-groups.
typedef struct {
    cl_uint s, rounds;
    size_t groups;
} chain_step;

// The factor of step s.  It differs from step to step, so no two steps can be exchanged.
uint32_t chain_factor(uint32_t s);

// x[i] = factor * x[i] + s, `rounds` times.
void chain_ref(uint32_t *x, uint32_t s, uint32_t rounds, size_t n);

// Whether each command started after the one before it had ended.  Releases the events.
ocl_result chain_verify(cl_device_id device, const cl_event *event, size_t count);

#endif
