// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_releases_sub_devices(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_POCL;
}
