// SPDX-License-Identifier: MIT

#include "drivers.h"

#include "sums.h"

bool driver_accepts_pragmas(cl_device_id device)
{
    return ocl_known_platform(device) != 0;
}

bool driver_rounds_once(cl_device_id device, size_t index)
{
    return (ocl_known_platform(device) == OCL_NVIDIA && index == TWO_EXPRESSIONS) ||
           ocl_is_pocl_for_i386(device);
}
