// SPDX-License-Identifier: MIT
//
// launch - work sizes that the device and the kernel allow.

#ifndef OCL_LAUNCH_H
#define OCL_LAUNCH_H

#include "opencl.h"

#include <stddef.h>

// The smallest multiple of `multiple` (at least 1) that is at least n; it must fit a size_t.
size_t ocl_round_up(size_t n, size_t multiple);

// The largest power of two that is at most `wanted` and that this kernel can have as the size of a
// work-group on the device (CL_KERNEL_WORK_GROUP_SIZE, CL_DEVICE_MAX_WORK_ITEM_SIZES[0]); at least 1.
size_t ocl_local_size(cl_kernel kernel, cl_device_id device, size_t wanted);

#endif
