// SPDX-License-Identifier: MIT
//
// drivers - what is known of implementations.

#ifndef PRINTF_CONVERSIONS_DRIVERS_H
#define PRINTF_CONVERSIONS_DRIVERS_H

#include "ocl.h"

// Ends the sample with OCL_EXIT_SKIP where kernels print on another machine.
void require_printf_here(cl_device_id device);

// Whether the device's driver is known to print another text for this format than it must.
bool driver_prints_otherwise(cl_device_id device, const char *format);

// Whether printf in a kernel returned success, which is 0.  Intel's runtime returns the number of
// characters, as C does; NVIDIA's that of the arguments; of Oclgrind the result is not defined.
bool driver_says_success(cl_device_id device, cl_int returned);

// What goes wrong when a kernel prints more than the buffer holds; NULL: nothing that we know of.
const char *driver_fails_at_overflow(cl_device_id device);

// Whether a program with a format that OpenCL C does not have may be built.  rusticl of Mesa 25
// ends the program then.
bool driver_survives_forbidden(cl_device_id device);

#endif
