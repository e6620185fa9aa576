// SPDX-License-Identifier: MIT
//
// drivers - what radix_sort_msd knows of drivers.

#ifndef RADIX_SORT_MSD_DRIVERS_H
#define RADIX_SORT_MSD_DRIVERS_H

#include "ocl.h"

// Exits with OCL_EXIT_SKIP where the driver takes minutes to compile the kernels, unless --variant
// names the variant.
void msd_require_compiler(const ocl_env *env);

#endif
