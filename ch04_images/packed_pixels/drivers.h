// SPDX-License-Identifier: MIT
//
// drivers - what some drivers are known to do wrong.

#ifndef PACKED_PIXELS_DRIVERS_H
#define PACKED_PIXELS_DRIVERS_H

#include "ocl.h"

// Why the device's driver cannot show how a kernel reads packed pixels; NULL: it can.
const char *packed_known_fault(cl_device_id device);

// Whether the driver makes images of formats that do not exist.
bool packed_accepts_all(cl_device_id device);

#endif
