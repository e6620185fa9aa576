// SPDX-License-Identifier: MIT

#include "drivers.h"

void require_sub_buffers(cl_device_id device)
{
    if (ocl_known_platform(device) & OCL_POCL_REMOTE)
        ocl_exit(OCL_EXIT_SKIP, "PoCL-Remote crashes when a buffer is written before its "
                                "sub-buffers are made");
}
