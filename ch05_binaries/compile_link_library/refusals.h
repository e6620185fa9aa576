// SPDX-License-Identifier: MIT
//
// refusals - what compiler and linker refuse.

#ifndef COMPILE_LINK_REFUSALS_H
#define COMPILE_LINK_REFUSALS_H

#include "ocl.h"

// Four mistakes: two in a source to compile, two in a link of `parts`.  Prints the logs.
void report_refusals(const ocl_env *env, ocl_report *report, cl_uint count,
                     const cl_program *parts);

#endif
