// SPDX-License-Identifier: MIT
//
// refusals - native kernels that must be refused.

#ifndef NATIVE_TASK_REFUSALS_H
#define NATIVE_TASK_REFUSALS_H

#include "ocl.h"

// Calls of clEnqueueNativeKernel with a mistake.  A device without native kernels must also refuse
// a right call.
void report_refusals(const ocl_env *env, ocl_report *report, cl_mem buffer, bool has_native);

#endif
