// SPDX-License-Identifier: MIT

#include "drivers.h"

bool formats_are_unlisted(cl_device_id device, cl_mem_object_type type)
{
    return type == CL_MEM_OBJECT_IMAGE1D_BUFFER && ocl_known_platform(device) & OCL_POCL_REMOTE;
}

const char *formats_known_fault(cl_device_id device)
{
    if (ocl_known_platform(device) == OCL_RUSTICL)
        return "rusticl 25.0 writes past the end of a short list";
    return NULL;
}
