// SPDX-License-Identifier: MIT

#include "launch.h"

#include "attributes.h"
#include "errors.h"
#include "system/memory.h"

#include <stdlib.h>

// The largest number of work-groups in dimension 1 of one launch.
enum { MAX_GROUPS = 65535 };

size_t ocl_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t ocl_divide_up(size_t n, size_t by)
{
    return n / by + (n % by != 0);
}

size_t ocl_round_up(size_t n, size_t multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

// Its reqd_work_group_size in dimension 0, or 0.
static size_t required_size(cl_kernel kernel, cl_device_id device)
{
    size_t required[3];
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof required, required, NULL));
    return required[0];
}

size_t ocl_kernel_limit(cl_kernel kernel, cl_device_id device)
{
    if (ocl_known_platform(device) == OCL_NVIDIA && required_size(kernel, device) > 0)
        return (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    size_t limit;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit,
                                       &limit, NULL));
    return limit;
}

size_t ocl_local_left(cl_kernel kernel, cl_device_id device)
{
    cl_ulong taken;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof taken,
                                       &taken, NULL));
    const cl_ulong all = ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    const size_t left = taken < all ? (size_t)(all - taken) : 0;
    return left / OCL_LOCAL_ALIGNMENT * OCL_LOCAL_ALIGNMENT;
}

size_t ocl_local_limit(cl_device_id device, size_t dimension)
{
    size_t bytes;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, NULL, &bytes));
    size_t *sides = ocl_alloc(bytes);
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, bytes, sides, NULL));
    const size_t limit = sides[dimension];
    free(sides);
    return limit;
}

// The largest power of two that is at most each of the three.
static size_t power_of_two(size_t wanted, size_t limit, size_t other_limit)
{
    size_t power = 1;
    while (power <= wanted / 2 && power <= limit / 2 && power <= other_limit / 2)
        power *= 2;
    return power;
}

size_t ocl_local_size(cl_kernel kernel, cl_device_id device, size_t wanted)
{
    const size_t required = required_size(kernel, device);
    if (required > 0 && required <= ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE))
        return required;
    return power_of_two(wanted, ocl_kernel_limit(kernel, device), ocl_local_limit(device, 0));
}

size_t ocl_group_size(cl_device_id device, size_t wanted)
{
    return power_of_two(wanted, (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE),
                        ocl_local_limit(device, 0));
}

void ocl_local_size_2d(cl_kernel kernel, cl_device_id device, const size_t wanted[2],
                       size_t local[2])
{
    const size_t limit = ocl_kernel_limit(kernel, device);
    local[0] = power_of_two(wanted[0], limit, ocl_local_limit(device, 0));
    local[1] = power_of_two(wanted[1], limit / local[0], ocl_local_limit(device, 1));
}

void ocl_global_size_2d(const size_t extents[2], const size_t local[2], size_t max_groups,
                        size_t global[2])
{
    for (int k = 0; k < 2; k++) {
        const size_t all = ocl_divide_up(extents[k], local[k]);
        const size_t groups = all < max_groups ? all : max_groups;
        global[k] = groups * local[k];
        max_groups /= groups;
    }
}

// Enqueues the part from `row` on.  Its event goes to *first, to *last, to both, or nowhere.
static void enqueue_part(cl_command_queue queue, cl_kernel kernel, const ocl_range_2d *range,
                         size_t row, cl_event *events[2])
{
    cl_event *first = events[0], *last = events[1];
    const size_t rows = range->global[1] - row, max_rows = MAX_GROUPS * range->local[1];
    const size_t offset[] = { 0, row };
    const size_t part[] = { range->global[0], rows < max_rows ? rows : max_rows };
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, offset, part, range->local, 0, NULL,
                                     first ? first : last));
    if (first && last) {
        *last = *first;
        OCL_CHECK(clRetainEvent(*last));
    }
}

void ocl_enqueue_2d(cl_command_queue queue, cl_kernel kernel, const ocl_range_2d *range,
                    cl_event *first, cl_event *last)
{
    const size_t max_rows = MAX_GROUPS * range->local[1];
    for (size_t row = 0; row < range->global[1]; row += max_rows) {
        const bool ends = row + max_rows >= range->global[1];
        enqueue_part(queue, kernel, range, row,
                     (cl_event *[]){ row == 0 ? first : NULL, ends ? last : NULL });
    }
}

void ocl_set_args(cl_kernel kernel, ocl_arg_buffers buffers, ocl_arg_numbers numbers)
{
    for (cl_uint k = 0; k < buffers.count; k++)
        OCL_CHECK(clSetKernelArg(kernel, k, sizeof buffers.all[k], &buffers.all[k]));
    for (cl_uint k = 0; k < numbers.count; k++)
        OCL_CHECK(
            clSetKernelArg(kernel, buffers.count + k, sizeof numbers.all[k], &numbers.all[k]));
}
