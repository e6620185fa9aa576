// SPDX-License-Identifier: MIT
//
// profiling_saxpy_show - the stamps of a run, as a table and as a chart.

#ifndef PROFILING_SAXPY_SHOW_H
#define PROFILING_SAXPY_SHOW_H

#include "ocl.h"

enum { WRITE_X, WRITE_Y, KERNEL, READ_Y, COMMANDS };
enum { QUEUED, SUBMITTED, STARTED, ENDED, COMPLETE, STAMPS };

extern const char *const PROFILING_SAXPY_COMMANDS[COMMANDS];

// In nanoseconds of the device's clock.
typedef cl_ulong profiling_saxpy_stamps[COMMANDS][STAMPS];

// The stamps of each command, from the first command's first stamp on.
void profiling_saxpy_table(ocl_report *report, profiling_saxpy_stamps stamps);

// A lane per command: in the queue, submitted, running.
void profiling_saxpy_chart(profiling_saxpy_stamps stamps, const ocl_report *report,
                           const char *path);

#endif
