// SPDX-License-Identifier: MIT
//
// scene - a slow kernel, a quick one, a marker or barrier (the point), and a late kernel: what
// waited for what.

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

enum { SCENES = 4 };
extern const scene SCENE[SCENES];

// What happened, and whether it was right.
typedef struct {
    bool seen[KERNELS];
    ocl_result result;
} scene_result;

// Compares what the stamps of the events say with what must be.  Releases the events.
scene_result scene_verify(cl_device_id device, const scene *s,
                          const cl_event event[SCENE_COMMANDS]);

// A table of what must or may happen and what happened, and a row per scene.
void scenes_report(ocl_report *report, const scene_result results[SCENES]);

#endif
