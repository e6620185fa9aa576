// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_wraps_sums(cl_device_id device)
{
    return ocl_known_platform(device) == OCL_NVIDIA;
}
