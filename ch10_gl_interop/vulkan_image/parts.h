// SPDX-License-Identifier: MIT
//
// parts - a table of where the time of a frame goes.

#ifndef VULKAN_IMAGE_PARTS_H
#define VULKAN_IMAGE_PARTS_H

#include "vulkan/ways.h"

enum { PAINTING, TO_VULKAN, DRAWING, BACK, PARTS };

// Microseconds per frame.
typedef struct {
    double us[PARTS];    // the host waits after each part
    double whole;        // without these waits
} frame_parts;

// Adds a table with the parts of a frame; ways that did not run (all 0) are left out.  `copied` are
// the bytes that each way copies per frame.  Their rate is that of the time that a frame takes
// longer than with OPAQUE_FD, if this ran.  The rate of the bus, `bus` GB/s, gets a line where
// there is one (not 0).
void show_parts(ocl_report *report, const frame_parts parts[WAYS], const size_t copied[WAYS],
                double bus);

#endif
