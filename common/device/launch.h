// SPDX-License-Identifier: MIT
//
// launch - work sizes that the device and the kernel allow; short forms for kernels with many
// arguments and for large ranges.

#ifndef OCL_LAUNCH_H
#define OCL_LAUNCH_H

#include "opencl.h"

#include <stddef.h>

size_t ocl_smaller(size_t a, size_t b);

// n / by, rounded up; `by` is at least 1.
size_t ocl_divide_up(size_t n, size_t by);

// The smallest multiple of `multiple` (at least 1) that is at least n.  The result must fit a
// size_t.
size_t ocl_round_up(size_t n, size_t multiple);

// The largest extent of a work-group in dimension 0, 1 or 2 (CL_DEVICE_MAX_WORK_ITEM_SIZES).
size_t ocl_local_limit(cl_device_id device, size_t dimension);

// The largest number of work-items in a work-group of this kernel: CL_KERNEL_WORK_GROUP_SIZE.
// NVIDIA's driver answers 256 even for a kernel with a larger reqd_work_group_size; for such a
// kernel the result is the device's limit.
size_t ocl_kernel_limit(cl_kernel kernel, cl_device_id device);

// The bytes of local memory that are left for all local arguments of this kernel together, before
// one of them is set: CL_DEVICE_LOCAL_MEM_SIZE less CL_KERNEL_LOCAL_MEM_SIZE (local variables, and
// the 1 to 4 bytes that NVIDIA's driver takes), rounded down to OCL_LOCAL_ALIGNMENT.  A local
// argument begins at a multiple of its type's size (OpenCL C 1.2, 6.1.5): behind one byte that is
// taken, an array of long16 begins at byte 128.
enum { OCL_LOCAL_ALIGNMENT = 128 };    // bytes: of long16 and double16, the largest types
size_t ocl_local_left(cl_kernel kernel, cl_device_id device);

// A one-dimensional work-group size for this kernel: its reqd_work_group_size, if it has one that
// the device takes; else the largest power of two that is at most `wanted`, at most
// ocl_kernel_limit and at most CL_DEVICE_MAX_WORK_ITEM_SIZES[0].  At least 1.
size_t ocl_local_size(cl_kernel kernel, cl_device_id device, size_t wanted);

// The largest power of two that is at most `wanted` and that the device takes as a work-group in
// dimension 0: for kernels that are built for their work-group size.
size_t ocl_group_size(cl_device_id device, size_t wanted);

// ocl_local_size in two dimensions: powers of two, each at most `wanted`, and their product within
// the limit of the kernel.  Dimension 0 is chosen first.
void ocl_local_size_2d(cl_kernel kernel, cl_device_id device, const size_t wanted[2],
                       size_t local[2]);

// The NDRange of whole work-groups that covers the extents, with at most max_groups of them (at
// least 1).  If these do not suffice, dimension 0 is covered before dimension 1.
void ocl_global_size_2d(const size_t extents[2], const size_t local[2], size_t max_groups,
                        size_t global[2]);

// A two-dimensional NDRange of whole work-groups.
typedef struct {
    size_t global[2], local[2];
} ocl_range_2d;

// Enqueues it, in several parts with a global_work_offset where dimension 1 has more than 65535
// work-groups: NVIDIA's GPUs count them in 16 bits, which no query tells.  *first and *last are the
// events of the first and the last part (of one part twice the same); release both.  Either may be
// NULL: a command without an event can follow the one before it more closely.
void ocl_enqueue_2d(cl_command_queue queue, cl_kernel kernel, const ocl_range_2d *range,
                    cl_event *first, cl_event *last);

// For programs with many kernels that take buffers first, then numbers of type uint:
//
//     ocl_set_args(kernel, OCL_BUFFERS(d_y, d_x), OCL_NUMBERS(n, stride));
//
// is clSetKernelArg of d_y, d_x, n and stride as arguments 0, 1, 2 and 3.
typedef struct {
    cl_uint count;
    const cl_mem *all;
} ocl_arg_buffers;

typedef struct {
    cl_uint count;
    const cl_uint *all;
} ocl_arg_numbers;

#define OCL_BUFFERS(...)                                                             \
    ((ocl_arg_buffers){ .count = sizeof((cl_mem[]){ __VA_ARGS__ }) / sizeof(cl_mem), \
                        .all = (const cl_mem[]){ __VA_ARGS__ } })
#define OCL_NUMBERS(...)                                                               \
    ((ocl_arg_numbers){ .count = sizeof((cl_uint[]){ __VA_ARGS__ }) / sizeof(cl_uint), \
                        .all = (const cl_uint[]){ __VA_ARGS__ } })

void ocl_set_args(cl_kernel kernel, ocl_arg_buffers buffers, ocl_arg_numbers numbers);

#endif
