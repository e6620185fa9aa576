// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and options.

#ifndef BUILD_OPTIONS_DRIVERS_H
#define BUILD_OPTIONS_DRIVERS_H

#include "ocl.h"

// Exits with OCL_EXIT_SKIP where the driver never computes with float alone: PoCL 3.1 on i386.
void driver_require_rounding(const ocl_env *env);

// rusticl of Mesa 25.0 takes x + 0 for x: the sign of -0 + 0 is lost without an option.
bool driver_drops_plus_zero(cl_device_id device);

// Oclgrind leaves a literal double in spite of -cl-single-precision-constant.
bool driver_keeps_literals_double(cl_device_id device);

// Intel's runtime changes the order of a sum without being asked, unless it may not optimise at
// all.
bool driver_reorders_sums(cl_device_id device);

// Oclgrind does not define __FAST_RELAXED_MATH__.
bool driver_defines_relaxed_math(cl_device_id device);

// PoCL-Remote does not take -cl-denorms-are-zero.
bool driver_takes_option(cl_device_id device, const char *option);

// Oclgrind lists OpenCL C 3.0, but refuses -cl-std=CL3.0.
bool driver_takes_cl30(cl_device_id device);

#endif
