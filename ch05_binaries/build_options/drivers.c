// SPDX-License-Identifier: MIT

#include "drivers.h"

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
    return ocl_known_platform(device) == OCL_INTEL || ocl_is_pocl_for_i386(device);
}

bool driver_defines_relaxed_math(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}

bool driver_takes_cl30(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}
