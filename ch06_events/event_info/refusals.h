// SPDX-License-Identifier: MIT
//
// event_info_refusals - queries of events that must be refused.

#ifndef EVENT_INFO_REFUSALS_H
#define EVENT_INFO_REFUSALS_H

#include "ocl.h"

void event_info_refusals(ocl_report *report, cl_device_id device, cl_event event);

#endif
