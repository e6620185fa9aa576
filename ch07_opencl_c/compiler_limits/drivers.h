// SPDX-License-Identifier: MIT
//
// drivers - what is known of implementations.

#ifndef COMPILER_LIMITS_DRIVERS_H
#define COMPILER_LIMITS_DRIVERS_H

#include "ocl.h"

// Whether the driver crashes on so many of what a translation limit is about.
bool driver_crashes_on(cl_device_id device, const char *name, size_t count);

#endif
