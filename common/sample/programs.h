// SPDX-License-Identifier: MIT
//
// programs - from a .cl file to a built cl_program, through the cache where the driver has
// none.

#ifndef OCL_PROGRAMS_H
#define OCL_PROGRAMS_H

#include "env.h"

// Builds a kernel file (source.h says where it is looked for) for env's device.  The build options
// are made as printf does.  For a driver that keeps no programs itself, the cache does, unless
// --no-cache was given.  A failed build prints the device's log and exits with OCL_EXIT_CALL.
// Release the program with clReleaseProgram.
cl_program ocl_build(const ocl_env *env, const char *name, const char *options_format, ...)
    OCL_PRINTF(3, 4);

#endif
