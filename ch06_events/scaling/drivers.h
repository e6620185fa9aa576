// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and sub-devices.

#ifndef SCALING_DRIVERS_H
#define SCALING_DRIVERS_H

#include "ocl.h"

// Whether a sub-device may be released soon after its last command.  PoCL 3.1 may still use it for
// a command that is complete, and crash.
bool driver_releases_sub_devices(cl_device_id device);

#endif
