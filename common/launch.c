// SPDX-License-Identifier: MIT

#include "launch.h"

#include "errors.h"
#include "system.h"

#include <stdlib.h>

size_t ocl_round_up(size_t n, size_t multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

static size_t kernel_limit(cl_kernel kernel, cl_device_id device)
{
    size_t limit;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit,
                                       &limit, NULL));
    return limit;
}

// How long a work-group may be in that dimension.
static size_t side_limit(cl_device_id device, size_t dimension)
{
    size_t bytes;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, NULL, &bytes));
    size_t *sides = ocl_alloc(bytes);
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, bytes, sides, NULL));
    const size_t limit = sides[dimension];
    free(sides);
    return limit;
}

// The largest power of two within all three.
static size_t power_of_two(size_t wanted, size_t limit, size_t other_limit)
{
    size_t power = 1;
    while (power <= wanted / 2 && power <= limit / 2 && power <= other_limit / 2)
        power *= 2;
    return power;
}

size_t ocl_local_size(cl_kernel kernel, cl_device_id device, size_t wanted)
{
    return power_of_two(wanted, kernel_limit(kernel, device), side_limit(device, 0));
}

void ocl_local_size_2d(cl_kernel kernel, cl_device_id device, const size_t wanted[2],
                       size_t local[2])
{
    const size_t limit = kernel_limit(kernel, device);
    local[0] = power_of_two(wanted[0], limit, side_limit(device, 0));
    local[1] = power_of_two(wanted[1], limit / local[0], side_limit(device, 1));
}

void ocl_global_size_2d(const size_t extents[2], const size_t local[2], size_t most_groups,
                        size_t global[2])
{
    for (int k = 0; k < 2; k++) {
        const size_t all = ocl_round_up(extents[k], local[k]) / local[k];
        const size_t groups = all < most_groups ? all : most_groups;
        global[k] = groups * local[k];
        most_groups /= groups;
    }
}
