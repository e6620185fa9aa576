// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and mathematical functions.

#ifndef MATH_DRIVERS_H
#define MATH_DRIVERS_H

#include "functions.h"

// Whether the device may take 0 for a denormal number, as operand and as result: where it says so
// for float and double; for half_ and native_ functions everywhere.
bool math_flushes(cl_device_id device, size_t type, size_t function);

// The largest error that is known of this driver where it is above the specification's bound; 0
// where none is.  docs/portability.md lists them.
double driver_known_error(cl_device_id device, size_t type, size_t function);

// Whether roots come back as 0 that are normal numbers, but smaller than twice the least one: rootn
// of float with rusticl, for the first root and the root of order -1.
bool driver_loses_roots(cl_device_id device, size_t type, size_t function);

// False for functions with a second result where the driver cannot write it: Oclgrind, while it
// looks for uninitialised memory.
bool driver_writes_private(cl_device_id device, size_t function);

// Whether this one function is missing: ldexp of a half4 and a number with Intel's runtime.
bool driver_lacks_function(cl_device_id device, size_t type, size_t function);

// Why the driver cannot build the functions of this type; NULL where it can.
const char *driver_lacks_functions(cl_device_id device, size_t type);

// Ends the program with OCL_EXIT_SKIP where the driver's own library lacks sin: rusticl of Mesa
// 26.2 with libclc 22.
void driver_require_library(const ocl_env *env);

#endif
