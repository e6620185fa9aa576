// SPDX-License-Identifier: MIT
//
// address_api - a function of cl_ext_buffer_device_address; calls that must fail.

#ifndef DEVICE_ADDRESS_LISTS_ADDRESS_API_H
#define DEVICE_ADDRESS_LISTS_ADDRESS_API_H

#include "ocl.h"

#include "shared/buffer_addresses.h"

typedef cl_int(CL_API_CALL *set_pointer_fn)(cl_kernel kernel, cl_uint index, cl_ulong address);

// A table of mistakes, and one row of the report.  `kernel` is device_address_lists_follow; `plain`
// is a buffer that may move on the device.
void report_address_refusals(const ocl_env *env, ocl_report *report, set_pointer_fn set_pointer,
                             cl_kernel kernel, cl_mem plain);

#endif
