// SPDX-License-Identifier: MIT

#include "buffer_addresses.h"

const char *lacks_buffer_addresses(cl_device_id device)
{
    const cl_version version = extension_version(device, BUFFER_ADDRESSES);
    if (version == 0) return "this device has no " BUFFER_ADDRESSES;
    // Before, clSetKernelArgDevicePointerEXT took a pointer to the address, and 0.1.0 had other
    // numbers.
    return version < CL_MAKE_VERSION(1, 0, 2) ? "this device has " BUFFER_ADDRESSES " before 1.0.2"
                                              : NULL;
}
