// SPDX-License-Identifier: MIT
//
// drivers - what some drivers are known to do otherwise than the specification says.

#ifndef BUFFER_FLAGS_DRIVERS_H
#define BUFFER_FLAGS_DRIVERS_H

#include "ocl.h"

// Whether the device's driver is known to return another status than expected_status (rules.h).
bool is_excused(cl_device_id device, int command, int access);

// Why kernels that break READ_ONLY or WRITE_ONLY are not tried; NULL: they are.
const char *known_to_complain(cl_device_id device);

#endif
