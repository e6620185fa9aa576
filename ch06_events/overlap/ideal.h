// SPDX-License-Identifier: MIT
//
// overlap_ideal - how long the stream takes when the two shorter stages are hidden.

#ifndef OVERLAP_IDEAL_H
#define OVERLAP_IDEAL_H

#include "picture.h"

// Takes the nanoseconds of each stage over all blocks, measured alone.  Reports them, and returns
// the longest.
double overlap_ideal_ns(ocl_report *report, const char *memory, unsigned steps, size_t blocks,
                        const double ns[STAGES]);

#endif
