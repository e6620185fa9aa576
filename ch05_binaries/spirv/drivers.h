// SPDX-License-Identifier: MIT
//
// drivers - the call of drivers older than OpenCL 2.1, and what is known of others.

#ifndef SPIRV_DRIVERS_H
#define SPIRV_DRIVERS_H

#include "ocl.h"

// clCreateProgramWithIL as the extension cl_khr_il_program has it.  Exits with OCL_EXIT_SKIP
// without the extension.
cl_program create_with_il_khr(const ocl_env *env, const void *il, size_t bytes, cl_int *err);

// Whether a specialization constant of a program from source may be tried.  PoCL 6.0 and 7.1 stop
// the program with an assertion.
bool driver_refuses_constants_of_sources(cl_device_id device);

#endif
