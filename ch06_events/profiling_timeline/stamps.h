// SPDX-License-Identifier: MIT
//
// stamps - those of a run, as a table and as a chart; what must be true of them.

#ifndef PROFILING_TIMELINE_STAMPS_H
#define PROFILING_TIMELINE_STAMPS_H

#include "ocl.h"

enum { WRITE_X, WRITE_Y, KERNEL, READ_Y, COMMANDS };
enum { QUEUED, SUBMITTED, STARTED, ENDED, COMPLETE, STAMPS };

extern const char *const PROFILING_TIMELINE_COMMANDS[COMMANDS];

// In nanoseconds of the device's clock.
typedef cl_ulong profiling_timeline_stamps[COMMANDS][STAMPS];

// The stamps of each command, from the first command's first stamp on.
void profiling_timeline_table(ocl_report *report, profiling_timeline_stamps stamps);

// A lane per command: in the queue, submitted, running.
void profiling_timeline_chart(profiling_timeline_stamps stamps, const ocl_report *report,
                              const char *path);

// The stamps of a command follow each other, and the command starts after `before`, the command
// before it (NULL: none), has ended.  Stamps within a tick of the clock may come in either order.
ocl_result profiling_timeline_verify_order(int command, const cl_ulong *stamps,
                                           const cl_ulong *before, double tick_ns);

// The commands ran one after the other.  Together they did not run longer than the host waited for
// them.
ocl_result profiling_timeline_verify_wall(profiling_timeline_stamps stamps, double wall_ns,
                                          double tick_ns);

#endif
