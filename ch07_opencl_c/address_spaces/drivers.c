// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_counts_local_memory(cl_device_id device)
{
    const unsigned platform = ocl_known_platform(device);
    const bool is_pocl_5 = platform & OCL_POCL && ocl_driver_major(device) == 5;
    return platform != OCL_POCL_6 && !is_pocl_5;
}
