// SPDX-License-Identifier: MIT
//
// buffer_addresses - numbers of cl_ext_buffer_device_address, as version 1.0.2 has them.

#ifndef CH14_BUFFER_ADDRESSES_H
#define CH14_BUFFER_ADDRESSES_H

#include "features.h"

#define BUFFER_ADDRESSES "cl_ext_buffer_device_address"

// Of newer headers than those of Debian 12.
enum {
    DEVICE_PRIVATE_ADDRESS = 0x5000,    // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
    DEVICE_ADDRESS = 0x5001,            // CL_MEM_DEVICE_ADDRESS_EXT
    DEVICE_PTRS = 0x5002                // CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT
};

// Why a program that needs buffers with addresses cannot run on the device, or NULL.
const char *lacks_buffer_addresses(cl_device_id device);

#endif
