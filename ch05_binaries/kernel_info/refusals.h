// SPDX-License-Identifier: MIT
//
// refusals - questions about kernels that must be refused.

#ifndef KERNEL_INFO_REFUSALS_H
#define KERNEL_INFO_REFUSALS_H

#include "ocl.h"

// The program is that of kernel_info.cl.
void report_refusals(const ocl_env *env, ocl_report *report, cl_program program);

#endif
