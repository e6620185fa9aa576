// SPDX-License-Identifier: MIT
//
// commands - one command of each kind that OpenCL 1.2 has and the device can run, each with
// its event; the states that a command was seen in.

#ifndef EVENT_COMMANDS_H
#define EVENT_COMMANDS_H

#include "ocl.h"

enum { MAX_EVENT_COMMANDS = 32 };

typedef struct {
    const char *name;        // of the type
    cl_command_type type;    // the expected answer of its event
    cl_event event;
} event_command;

typedef struct {
    event_command command[MAX_EVENT_COMMANDS];
    size_t count;
} event_commands;

// Enqueues them and waits until all are done.  The kernel's arguments are a buffer of cl_uint and a
// cl_uint; with 0 it changes nothing.  The caller releases the events.
event_commands event_commands_run(const ocl_env *env, cl_kernel kernel);

// The type that the event of this command must have; or `got`, with a warning, where the device's
// driver is known to have this other type for it.
cl_command_type event_type_of(cl_device_id device, const event_command *command,
                              cl_command_type got);

enum { MAX_STATES = 8 };

typedef struct {
    cl_int state[MAX_STATES];
    double ns[MAX_STATES];    // of the first look that saw this state, since the first look of all
    size_t count;
    unsigned long long looks;
} event_history;

// "CL_RUNNING" and so on; "terminated" for an error.
const char *event_state_name(cl_int status);

// One more look.
void event_history_add(event_history *seen, cl_int status, double ns);

// Reports the states.  They must only move forward, to lower numbers, and the last one must be
// `end`.
ocl_result event_history_report(ocl_report *report, const char *command, const event_history *seen,
                                cl_int end);

#endif
