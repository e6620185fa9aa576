// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_takes_threads(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_OCLGRIND;
}
