// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_keeps_failures(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_INTEL;
}
