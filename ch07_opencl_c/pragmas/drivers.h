// SPDX-License-Identifier: MIT
//
// drivers - what is known of implementations.

#ifndef PRAGMAS_DRIVERS_H
#define PRAGMAS_DRIVERS_H

#include "ocl.h"

// Whether the compiler only warns where a #pragma OPENCL EXTENSION is an error.  All that we know
// do.
bool driver_accepts_pragmas(cl_device_id device);

// Whether the compiler rounds x * y + z once where it must round twice.  NVIDIA's does when these
// are two expressions, PoCL on i386 has products with more digits in each case.
bool driver_rounds_once(cl_device_id device, size_t index);

#endif
