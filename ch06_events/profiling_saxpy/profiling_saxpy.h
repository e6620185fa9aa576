// SPDX-License-Identifier: MIT
//
// profiling_saxpy - the stamps of a run, as a table and as a picture.

#ifndef PROFILING_SAXPY_H
#define PROFILING_SAXPY_H

#include "shared/stamps.h"

enum { WRITE_X, WRITE_Y, KERNEL, READ_Y, COMMANDS };
enum { QUEUED, SUBMITTED, STARTED, ENDED, COMPLETE, STAMPS };

extern const char *const PROFILING_SAXPY_COMMANDS[COMMANDS];

// In nanoseconds of the device's clock.
typedef cl_ulong profiling_saxpy_stamps[COMMANDS][STAMPS];

// The first `count` stamps of each command, from the first command's first stamp on; also for --json.
void profiling_saxpy_table(ocl_report *report, profiling_saxpy_stamps stamps, int count);

// A lane a command: in the queue, on the device, running.
void profiling_saxpy_picture(profiling_saxpy_stamps stamps, const char *path);

#endif
