// SPDX-License-Identifier: MIT

#include "launch.h"

#include "errors.h"
#include "system.h"

#include <stdlib.h>

size_t ocl_round_up(size_t n, size_t multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

size_t ocl_local_size(cl_kernel kernel, cl_device_id device, size_t wanted)
{
    size_t kernel_limit, bytes;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE,
                                       sizeof kernel_limit, &kernel_limit, NULL));
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, NULL, &bytes));
    size_t *extents = ocl_alloc(bytes);
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, bytes, extents, NULL));
    size_t limit = kernel_limit < extents[0] ? kernel_limit : extents[0];
    free(extents);

    size_t local = 1;
    while (local <= wanted / 2 && local <= limit / 2)
        local *= 2;
    return local;
}
