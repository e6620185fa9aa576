// SPDX-License-Identifier: MIT
//
// results - what kernels of kernel_info.cl do besides giving answers.

#ifndef KERNEL_INFO_RESULTS_H
#define KERNEL_INFO_RESULTS_H

#include "ocl.h"

// Runs all kernels of kernel_info.cl and compares their results.  A clone has arguments of its own,
// references are counted, and local memory grows with its argument.
void report_results(const ocl_env *env, ocl_report *report, cl_program program);

#endif
