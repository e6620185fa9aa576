// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and the common and geometric functions.

#ifndef COMMON_DRIVERS_H
#define COMMON_DRIVERS_H

#include "shared/scalar_types.h"

// Whether distance, length and normalize are wrong for some vectors of this type.  With Intel's
// runtime the length of a half2 below 1/4 is infinite.
bool driver_mismeasures(cl_device_id device, size_t type);

// Why the functions of this type, or the geometric functions, cannot be run; NULL where they can.
const char *driver_lacks_type(cl_device_id device, size_t type);
const char *driver_lacks_geometry(cl_device_id device);

#endif
