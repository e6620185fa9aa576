// SPDX-License-Identifier: MIT
//
// refusals - questions about a work-group size that have no answer.

#ifndef SUGGESTED_GROUP_SIZE_REFUSALS_H
#define SUGGESTED_GROUP_SIZE_REFUSALS_H

#include "ocl.h"

// Asks with mistakes.  The kernel has one argument, a buffer, which is not set yet; it becomes
// `d_taken`.
void show_refusals(const ocl_env *env, ocl_report *report,
                   clGetKernelSuggestedLocalWorkSizeKHR_fn suggest, cl_kernel kernel,
                   cl_mem d_taken);

#endif
