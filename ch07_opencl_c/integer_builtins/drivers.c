// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_miscomputes(cl_device_id device, size_t type, size_t function)
{
    const unsigned platform = ocl_known_platform(device);
    if (function != MAD_SAT) return false;
    if (platform == OCL_INTEL) return type == INT || type == UINT || type == LONG;
    return (platform & (OCL_RUSTICL | OCL_RUSTICL_26 | OCL_OCLGRIND | OCL_NVIDIA)) && type == LONG;
}
