// SPDX-License-Identifier: MIT
//
// refusals - programs of built-in kernels that cannot be made.

#ifndef BUILTIN_KERNELS_REFUSALS_H
#define BUILTIN_KERNELS_REFUSALS_H

#include "ocl.h"

// These can be tried on every device, also on one without built-in kernels.
void report_refusals(const ocl_env *env, ocl_report *report, const char *name);

#endif
