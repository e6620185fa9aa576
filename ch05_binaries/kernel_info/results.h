// SPDX-License-Identifier: MIT
//
// results - the kernels of kernel_info.cl are asked about; they are also run and compared.

#ifndef RESULTS_H
#define RESULTS_H

#include "ocl.h"

// Runs all but kernel_info_required, which the lesson launches.
ocl_result verify_results(const ocl_env *env, cl_program program);

#endif
