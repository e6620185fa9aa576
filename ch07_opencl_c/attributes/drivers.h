// SPDX-License-Identifier: MIT
//
// drivers - what is known of implementations.

#ifndef ATTRIBUTES_DRIVERS_H
#define ATTRIBUTES_DRIVERS_H

#include "ocl.h"

// Whether CL_KERNEL_ATTRIBUTES is a text.  Oclgrind leaves it as it was.
bool driver_tells_attributes(cl_device_id device);

// Whether CL_KERNEL_COMPILE_WORK_GROUP_SIZE is to be compared.  PoCL-Remote gives 0.
bool driver_tells_size(cl_device_id device);

#endif
