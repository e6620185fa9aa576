// SPDX-License-Identifier: MIT
//
// mistakes - what compiler and linker refuse, and what drivers cannot do.

#ifndef MISTAKES_H
#define MISTAKES_H

#include "ocl.h"

// Four mistakes: two in a source to compile, two in a link of `parts`.  Prints the logs.
void report_mistakes(const ocl_env *env, ocl_report *report, cl_uint count,
                     const cl_program *parts);

// Whether the call succeeded.  Two platforms may refuse it, which is noted in the report: PoCL 3.1
// has no options for arithmetic at link time.  NVIDIA's driver has its own errors.  On other
// platforms a failure exits with OCL_EXIT_CALL.
bool driver_can(const ocl_env *env, ocl_report *report, const char *what, const char *call,
                cl_int status);

// Ends the sample when the programs could not be linked: with OCL_EXIT_SKIP where the driver is
// known for that.
void require_link(cl_device_id device, cl_int status);

#endif
