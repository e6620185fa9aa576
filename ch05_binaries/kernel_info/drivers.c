// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_knows_attributes(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}

bool driver_knows_groups(cl_device_id device)
{
    return !(ocl_known_platform(device) & OCL_POCL_REMOTE);
}

bool driver_counts_local(cl_device_id device)
{
    const unsigned platform = ocl_known_platform(device);
    const bool is_pocl_5 = platform & OCL_POCL && ocl_driver_major(device) == 5;
    return !(platform & (OCL_POCL_6 | OCL_POCL_7)) && !is_pocl_5;
}

bool driver_counts_local_arguments(cl_device_id device)
{
    return driver_counts_local(device) && ocl_known_platform(device) != OCL_RUSTICL_26;
}
