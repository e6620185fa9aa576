// SPDX-License-Identifier: MIT

#include "drivers.h"

const char *packed_known_fault(cl_device_id device)
{
    // Oclgrind 21.10
    if (ocl_known_platform(device) == OCL_OCLGRIND)
        return "Oclgrind takes the pixels for memory that was never written";
    return NULL;
}

bool packed_accepts_all(cl_device_id device)
{
    return ocl_known_platform(device) & (OCL_OCLGRIND | OCL_NVIDIA);
}
