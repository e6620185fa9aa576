// SPDX-License-Identifier: MIT
//
// parts - where the time of a frame goes.

#ifndef VULKAN_IMAGE_PARTS_H
#define VULKAN_IMAGE_PARTS_H

#include "vulkan/ways.h"

enum { PAINTING, TO_VULKAN, DRAWING, BACK, PARTS };

// The time of each part, of frames whose parts wait for one another.
typedef struct {
    double ns[PARTS];
    double since;    // the end of the part before, by ocl_wall_ns
    size_t frames;
} stopwatch;

void stopwatch_start_frame(stopwatch *watch);
void stopwatch_end_part(stopwatch *watch, int part);

// Adds two tables for frames of `bytes` bytes: the time of a frame by each way, from `times` of
// runs of `frames` frames, and its parts.  Ways without times are left out.  The rate of a way's
// copies is that of the time that its frame takes longer than with OPAQUE_FD, if this ran.  Where
// the device has memory of its own, a line tells the rate of the bus.
void show_frames(ocl_report *report, const ocl_env *env, const ocl_times times[WAYS],
                 const stopwatch parts[WAYS], const size_t frames_and_bytes[2]);

#endif
