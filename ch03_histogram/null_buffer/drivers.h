// SPDX-License-Identifier: MIT
//
// drivers - what some drivers cannot do.

#ifndef NULL_BUFFER_DRIVERS_H
#define NULL_BUFFER_DRIVERS_H

#include "ocl.h"

// Whether clSetKernelArg crashes where it gets no pointer to a value: Oclgrind.
bool null_needs_pointer(cl_device_id device);

#endif
