// SPDX-License-Identifier: MIT
//
// drivers - what drivers cannot link.

#ifndef COMPILE_LINK_DRIVERS_H
#define COMPILE_LINK_DRIVERS_H

#include "ocl.h"

// Whether the call succeeded.  Where a driver is known to refuse it, this is noted in the report:
// PoCL has no options for arithmetic at link time, and NVIDIA's driver has its own errors.  On
// other platforms a failure exits with OCL_EXIT_CALL.
bool driver_can(const ocl_env *env, ocl_report *report, const char *what, const char *call,
                cl_int status);

// Ends the sample with OCL_EXIT_SKIP where the driver does not find clCompileProgram's headers.
void require_headers(cl_device_id device);

// Ends the sample when the programs could not be linked: with OCL_EXIT_SKIP where the driver is
// known for that.
void require_link(cl_device_id device, cl_int status);

// Whether the driver has a type for such programs.  Oclgrind answers any number for a program that
// was never compiled.
bool driver_knows_type(cl_device_id device, cl_program_binary_type wanted);

#endif
