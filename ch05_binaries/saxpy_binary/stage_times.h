// SPDX-License-Identifier: MIT
//
// stage_times - how long a program takes to be ready, by what it is made from; a source that no
// cache has seen.

#ifndef STAGE_TIMES_H
#define STAGE_TIMES_H

#include "ocl.h"
#include <stddef.h>

// What a program is made from: a source that no compiler has seen, the same source again, a binary.
enum { COLD, AGAIN, BINARY, STAGES };
extern const char *const STAGE_NAMES[STAGES];

// The times and results of one source.
typedef struct {
    ocl_times build[STAGES];      // until the program is built
    ocl_times first[STAGES];      // until its kernel has also run
    ocl_result result[STAGES];    // of the kernel
    size_t source_bytes, binary_bytes;
} stage_times;

// One row per stage.  A driver that gives no binary has no last row.
void report_stages(ocl_report *report, const char *source, const stage_times *times);

// The table of medians, with the ratios that say what a binary saves.  Leaves out sources without
// times.
void report_ratios(ocl_report *report, const char *const *sources, const stage_times *times,
                   size_t count);

// `base` and generated kernels after it, malloc'ed: at least one kernel, and as many as it takes to
// reach `bytes`. The kernels have other constants at each call.  A comment would not do: a cache
// that looks at the preprocessed text does not see it.
char *unseen_source(const char *base, size_t bytes);

#endif
