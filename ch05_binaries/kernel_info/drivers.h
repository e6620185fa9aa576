// SPDX-License-Identifier: MIT
//
// drivers - what is known of drivers and their answers.  With -cl-std=CL1.2 PoCL 7.1 has no image
// functions: kernel_info.cl is built without it.

#ifndef KERNEL_INFO_DRIVERS_H
#define KERNEL_INFO_DRIVERS_H

#include "ocl.h"

// Whether CL_KERNEL_ATTRIBUTES may be asked for.  Oclgrind's answer is memory that is freed.
bool driver_knows_attributes(cl_device_id device);

// Whether the answers about a kernel's work-groups are to be compared.  PoCL-Remote's are 0.
bool driver_knows_groups(cl_device_id device);

// Whether the driver counts `local` variables in CL_KERNEL_LOCAL_MEM_SIZE, and the sizes of `local`
// arguments.  PoCL 5.0, 6.0 and 7.1 answer 0; rusticl of Mesa 26 leaves out the arguments.
bool driver_counts_local(cl_device_id device);
bool driver_counts_local_arguments(cl_device_id device);

#endif
