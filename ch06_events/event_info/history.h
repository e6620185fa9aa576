// SPDX-License-Identifier: MIT
//
// event_history - the states that a command was seen in.

#ifndef EVENT_HISTORY_H
#define EVENT_HISTORY_H

#include "ocl.h"

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
