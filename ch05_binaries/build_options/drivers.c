// SPDX-License-Identifier: MIT

#include "drivers.h"

void driver_require_rounding(const ocl_env *env)
{
    if (ocl_is_pocl_for_i386(env->device))
        ocl_exit(OCL_EXIT_SKIP,
                 "PoCL on i386 computes in registers of the x87 unit, and rounds too "
                 "late whatever the options say (docs/portability.md says more)");
}

bool driver_drops_plus_zero(cl_device_id device)
{
    return ocl_known_platform(device) == OCL_RUSTICL;
}

bool driver_keeps_literals_double(cl_device_id device)
{
    return ocl_known_platform(device) == OCL_OCLGRIND;
}

bool driver_reorders_sums(cl_device_id device)
{
    return ocl_known_platform(device) == OCL_INTEL;
}

bool driver_defines_relaxed_math(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}

bool driver_takes_option(cl_device_id device, const char *option)
{
    return strcmp(option, "-cl-denorms-are-zero") != 0 || ocl_denormals_option(device)[0];
}

bool driver_takes_cl30(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}
