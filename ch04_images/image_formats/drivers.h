// SPDX-License-Identifier: MIT
//
// drivers - what some drivers are known to do wrong.

#ifndef FORMAT_DRIVERS_H
#define FORMAT_DRIVERS_H

#include "ocl.h"

// Whether the driver is known to list no formats for this kind of image, which it must have.
bool formats_are_unlisted(cl_device_id device, cl_mem_object_type type);

// Why lists that are too short are not compared; NULL: they are.
const char *formats_known_fault(cl_device_id device);

#endif
