// SPDX-License-Identifier: MIT

#include "drivers.h"

bool driver_mismeasures(cl_device_id device, size_t type)
{
    return ocl_known_platform(device) == OCL_INTEL && type == HALF;
}

const char *driver_lacks_type(cl_device_id device, size_t type)
{
    return ocl_known_platform(device) == OCL_RUSTICL && type == HALF
               ? "the compiler of Mesa 25 aborts"
               : NULL;
}

const char *driver_lacks_geometry(cl_device_id device)
{
    return ocl_known_platform(device) == OCL_OCLGRIND
               ? "Oclgrind crashes while it looks for uninitialised memory"
               : NULL;
}
