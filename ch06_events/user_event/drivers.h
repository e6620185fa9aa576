// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and user events that fail.

#ifndef USER_EVENT_DRIVERS_H
#define USER_EVENT_DRIVERS_H

#include "ocl.h"

// Whether a failure reaches all commands that wait.  Intel's runtime reports it to the first wait
// only, and then runs the other commands.
bool driver_keeps_failures(cl_device_id device);

#endif
