// SPDX-License-Identifier: MIT
//
// programs - from a .cl file to a built cl_program, through a cache of binaries.

#ifndef OCL_PROGRAMS_H
#define OCL_PROGRAMS_H

#include "env.h"

// Builds a kernel file (source.h says where it is looked for) for env's device.  The build options
// are made as printf does.  Reads and writes the cache of binaries, unless --no-cache was given or
// env->keeps_no_programs is set, or on PoCL, which has a cache of its own.  A failed build prints
// the device's log and exits with OCL_EXIT_CALL.  Release the program with clReleaseProgram.
cl_program ocl_build(const ocl_env *env, const char *name, const char *options_format, ...)
    OCL_PRINTF(3, 4);

#endif
