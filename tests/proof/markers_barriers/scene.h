// SPDX-License-Identifier: MIT
//
// scene - a slow kernel, a quick one, a marker or barrier (the point), and a late kernel: what
// waited for what; the steps of a chain of kernels, and whether they kept their order.

#ifndef MARKERS_BARRIERS_SCENE_H
#define MARKERS_BARRIERS_SCENE_H

#include "ocl.h"

// The commands.  Each kernel has a buffer of its own.
enum { SLOW, QUICK, LATE, KERNELS, POINT = KERNELS, SCENE_COMMANDS };

// What the point has to do.
typedef struct {
    const char *name;
    bool barrier;          // or marker
    bool listed;           // its wait list: the quick kernel, or none
    bool must[KERNELS];    // end after slow, end after quick, hold back late
} scene;

// What happened, and whether it was right.
typedef struct {
    bool seen[KERNELS];
    ocl_result result;
} scene_result;

// Compares what the stamps of the events say with what must be.  Releases the events.
scene_result scene_verify(cl_device_id device, const scene *s,
                          const cl_event event[SCENE_COMMANDS]);

// A table of what must or may happen and what happened, and a row per scene.
void scenes_report(ocl_report *report, const scene *scenes, const scene_result *results,
                   size_t count);

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
