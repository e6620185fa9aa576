// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_tells_attributes(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}

bool driver_tells_size(cl_device_id device)
{
    return !(ocl_known_platform(device) & OCL_POCL_REMOTE);
}
