// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_ignores_pitches(cl_device_id device)
{
    return ocl_known_platform(device) & OCL_POCL_REMOTE;
}
