// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and built-in kernels.

#ifndef BUILTIN_KERNELS_DRIVERS_H
#define BUILTIN_KERNELS_DRIVERS_H

#include "ocl.h"

// Ends the sample with OCL_EXIT_SKIP where the driver has no clCreateProgramWithBuiltInKernels (the
// loader would call address 0), and where it refuses the names that it lists.
void require_builtin_kernels(cl_device_id device);

// Whether the driver refuses names that it does not have.  Intel's runtime accepts any name, and
// crashes when the program is released: it is not tried.
bool driver_knows_its_names(cl_device_id device);

#endif
