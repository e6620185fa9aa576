// SPDX-License-Identifier: MIT

#include "bitonic_sort_ladder/drivers.h"

bool bitonic_suits(ocl_report *report, const ocl_env *env, int rung)
{
    const bool slow = (ocl_known_platform(env->device) & OCL_INTEL) != 0;
    const bool fits = ocl_is_cpu(env->device) && !slow;
    if (rung != VECTORS || fits || !ocl_wants(env->options, "all")) return true;
    const char *name = BITONIC_VARIANTS[rung];
    ocl_report_note(report, "%s is left out: %s (-V %s runs it)", name,
                    slow ? "this driver needs minutes to compile it" : "it is for CPUs", name);
    return false;
}
