// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_counts_local_memory(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_POCL_6;
}
