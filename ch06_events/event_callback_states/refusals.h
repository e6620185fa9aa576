// SPDX-License-Identifier: MIT
//
// event_callback_states_refusals - registrations of callbacks that must be refused.

#ifndef EVENT_CALLBACK_REFUSALS_H
#define EVENT_CALLBACK_REFUSALS_H

#include "ocl.h"

void event_callback_states_refusals(ocl_report *report, const ocl_env *env);

#endif
