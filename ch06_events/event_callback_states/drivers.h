// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and callbacks.

#ifndef EVENT_CALLBACK_DRIVERS_H
#define EVENT_CALLBACK_DRIVERS_H

#include "callback_log.h"

// Whether a callback for a command that is already complete is called.  Oclgrind does not.
bool driver_calls_late_callbacks(cl_device_id device);

// Waits for the one callback of a terminated command, and reports what it was told.  PoCL does not
// call it, and NVIDIA's driver tells it CL_COMPLETE.
void report_failure(ocl_report *report, cl_device_id device, callback_log *log, double start);

#endif
