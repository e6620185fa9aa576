// SPDX-License-Identifier: MIT
//
// results - what kernels of kernel_attributes.cl compute besides giving answers.

#ifndef KERNEL_INFO_RESULTS_H
#define KERNEL_INFO_RESULTS_H

#include "ocl.h"

// Runs the kernels that no query needs to run, and compares their results.
ocl_result verify_results(const ocl_env *env, cl_program program);

#endif
