// SPDX-License-Identifier: MIT

#include "radix_sort_msd/drivers.h"

void msd_require_compiler(const ocl_env *env)
{
    if (ocl_wants(env->options, "all") && ocl_known_platform(env->device) & OCL_RUSTICL_26)
        ocl_exit(OCL_EXIT_SKIP,
                 "this driver needs minutes to compile the kernels (-V long_items runs them)");
}
