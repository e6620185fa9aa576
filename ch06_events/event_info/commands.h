// SPDX-License-Identifier: MIT
//
// event_commands - one command of every kind that OpenCL 1.2 has and the device can do, each with its event.

#ifndef EVENT_COMMANDS_H
#define EVENT_COMMANDS_H

#include "ocl.h"

enum { MAX_EVENT_COMMANDS = 32 };

typedef struct {
    const char *name;        // of the type
    cl_command_type type;    // that its event has to tell
    cl_event event;
} event_command;

typedef struct {
    event_command command[MAX_EVENT_COMMANDS];
    size_t count;
} event_commands;

// Enqueues them and waits until all are done.  The kernel takes a buffer of cl_uint and a cl_uint, and lets
// 0 mean nothing to do.  The caller releases the events.
event_commands event_commands_run(const ocl_env *env, cl_kernel kernel);

#endif
