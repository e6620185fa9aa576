// SPDX-License-Identifier: MIT
//
// address_api - numbers and a function of cl_ext_buffer_device_address, as version 1.0.2 has them;
// calls that must fail.

#ifndef DEVICE_ADDRESS_ADDRESS_API_H
#define DEVICE_ADDRESS_ADDRESS_API_H

#include "ocl.h"

// Of newer headers than those of Debian 12.
enum {
    DEVICE_PRIVATE_ADDRESS = 0x5000,    // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
    DEVICE_ADDRESS = 0x5001,            // CL_MEM_DEVICE_ADDRESS_EXT
    DEVICE_PTRS = 0x5002                // CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT
};
typedef cl_int(CL_API_CALL *set_pointer_fn)(cl_kernel kernel, cl_uint index, cl_ulong address);

// A table of mistakes, and one row of the report.  `kernel` is device_address_follow; `plain` is a
// buffer that may move on the device.
void report_address_refusals(const ocl_env *env, ocl_report *report, set_pointer_fn set_pointer,
                             cl_kernel kernel, cl_mem plain);

#endif
