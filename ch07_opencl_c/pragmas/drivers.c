// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_accepts_pragmas(cl_device_id device)
{
    return ocl_known_platform(device) != 0;
}

bool driver_joins_statements(cl_device_id device)
{
    return ocl_known_platform(device) == OCL_NVIDIA;
}
