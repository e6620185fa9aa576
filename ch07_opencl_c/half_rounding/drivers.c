// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_rounds_twice(cl_device_id device)
{
    const unsigned platform = ocl_known_platform(device);
    return platform == OCL_RUSTICL || platform == OCL_RUSTICL_26;
}

bool driver_stores_doubles(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}
