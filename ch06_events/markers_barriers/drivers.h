// SPDX-License-Identifier: MIT
//
// drivers - what drivers lack for markers_barriers.

#ifndef MARKERS_BARRIERS_DRIVERS_H
#define MARKERS_BARRIERS_DRIVERS_H

#include "ocl.h"

// Ends the program with OCL_EXIT_SKIP if the device has no out-of-order queues.
void require_out_of_order(cl_device_id device);

// Whether the driver has clEnqueueWaitForEvents.  PoCL and rusticl have the name only: PoCL 3.1 and
// 6.0 abort, rusticl 25.0 crashes, PoCL 7.1 and rusticl 26.2 return CL_INVALID_OPERATION.  Without
// it this notes what is left out; where --variant asks for nothing else, it ends the program with
// OCL_EXIT_SKIP.
bool driver_waits_for_events(const ocl_env *env, ocl_report *report, const char *variant);

#endif
