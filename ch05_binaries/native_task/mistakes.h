// SPDX-License-Identifier: MIT
//
// mistakes - native kernels that must be refused.

#ifndef MISTAKES_H
#define MISTAKES_H

#include "ocl.h"

// Calls of clEnqueueNativeKernel with a mistake.  A device without native kernels must also refuse
// a right call.
void report_mistakes(const ocl_env *env, ocl_report *report, cl_mem buffer, bool has_native);

#endif
