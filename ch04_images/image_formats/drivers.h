// SPDX-License-Identifier: MIT
//
// drivers - what some drivers are known to do wrong.

#ifndef FORMAT_DRIVERS_H
#define FORMAT_DRIVERS_H

#include "ocl.h"

// Why lists that are too short are not compared; NULL: they are.
const char *formats_known_fault(cl_device_id device);

#endif
