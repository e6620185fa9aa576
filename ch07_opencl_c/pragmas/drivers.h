// SPDX-License-Identifier: MIT
//
// drivers - what is known of implementations.

#ifndef PRAGMAS_DRIVERS_H
#define PRAGMAS_DRIVERS_H

#include "ocl.h"

// Whether the compiler only warns where a #pragma OPENCL EXTENSION is an error.  All that we know
// do.
bool driver_accepts_pragmas(cl_device_id device);

// Whether the compiler may round x * y + z once when these are two expressions.  NVIDIA's does.
bool driver_joins_statements(cl_device_id device);

#endif
