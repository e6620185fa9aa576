// SPDX-License-Identifier: MIT
//
// user_event_refusals - statuses that a user event must not be set to.

#ifndef USER_EVENT_REFUSALS_H
#define USER_EVENT_REFUSALS_H

#include "ocl.h"

// Uses the queue of env for the event of a command.
void user_event_refusals(ocl_report *report, const ocl_env *env);

#endif
