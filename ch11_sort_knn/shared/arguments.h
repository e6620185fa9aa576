// SPDX-License-Identifier: MIT
//
// arguments - short forms of two calls, for fast rungs, which have many kernels.  The plain rungs
// of radix_sort_ladder.c, bitonic_sort_ladder.c and knn_ladder.c have the calls themselves.
//
//     set_args(kernel, BUFFERS(d_y, d_x), NUMBERS(n, stride));
//
// is clSetKernelArg of d_y, d_x, n and stride as arguments 0, 1, 2 and 3, where a kernel takes
// buffers first, then numbers.

#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "ocl.h"

typedef struct {
    cl_uint count;
    const cl_mem *all;
} buffer_list;

typedef struct {
    cl_uint count;
    const cl_uint *all;
} number_list;

#define BUFFERS(...)                                                             \
    ((buffer_list){ .count = sizeof((cl_mem[]){ __VA_ARGS__ }) / sizeof(cl_mem), \
                    .all = (const cl_mem[]){ __VA_ARGS__ } })
#define NUMBERS(...)                                                               \
    ((number_list){ .count = sizeof((cl_uint[]){ __VA_ARGS__ }) / sizeof(cl_uint), \
                    .all = (const cl_uint[]){ __VA_ARGS__ } })

void set_args(cl_kernel kernel, buffer_list buffers, number_list numbers);

// clEnqueueNDRangeKernel with so many work-groups of `local` work-items; `done` may be NULL.
void launch_groups(cl_command_queue queue, cl_kernel kernel, size_t groups, size_t local,
                   cl_event *done);

#endif
