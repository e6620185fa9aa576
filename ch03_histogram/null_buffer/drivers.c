// SPDX-License-Identifier: MIT

#include "null_buffer/drivers.h"

bool null_needs_pointer(cl_device_id device)
{
    return ocl_known_platform(device) == OCL_OCLGRIND;
}
