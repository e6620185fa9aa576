// SPDX-License-Identifier: MIT

#include "buffer_info/drivers.h"

cl_ulong excuse_host_ptr(cl_ulong ref, cl_ulong got, cl_ulong mistake)
{
    if (got != mistake) return ref;
    ocl_warn("the driver adds the sub-buffer's size to the host pointer, not its origin");
    return got;    // Intel's CPU runtime
}
