// SPDX-License-Identifier: MIT

#include "drivers.h"

const char *formats_known_fault(cl_device_id device)
{
    if (ocl_known_platform(device) == OCL_RUSTICL)
        return "rusticl 25.0 writes past the end of a short list";
    return NULL;
}
