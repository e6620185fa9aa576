// SPDX-License-Identifier: MIT
//
// drivers - what is known of implementations.

#ifndef ADDRESS_SPACES_DRIVERS_H
#define ADDRESS_SPACES_DRIVERS_H

#include "ocl.h"

// Whether CL_KERNEL_LOCAL_MEM_SIZE counts what a kernel takes.  PoCL 5.0 and
// 6.0 say 0.
bool driver_counts_local_memory(cl_device_id device);

#endif
