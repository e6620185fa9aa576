// SPDX-License-Identifier: MIT
//
// forbidden - formats of C that OpenCL C does not have: what the compiler says to them.

#ifndef PRINTF_CONVERSIONS_FORBIDDEN_H
#define PRINTF_CONVERSIONS_FORBIDDEN_H

#include "ocl.h"

// Builds a small program per format, and runs none.  A table says what the compiler says.
void report_forbidden(const ocl_env *env, ocl_report *report);

#endif
