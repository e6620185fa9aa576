// SPDX-License-Identifier: MIT

#include "arguments.h"

void set_args(cl_kernel kernel, buffer_list buffers, number_list numbers)
{
    for (cl_uint k = 0; k < buffers.count; k++)
        OCL_CHECK(clSetKernelArg(kernel, k, sizeof buffers.all[k], &buffers.all[k]));
    for (cl_uint k = 0; k < numbers.count; k++)
        OCL_CHECK(
            clSetKernelArg(kernel, buffers.count + k, sizeof numbers.all[k], &numbers.all[k]));
}

void launch_groups(cl_command_queue queue, cl_kernel kernel, size_t groups, size_t local,
                   cl_event *done)
{
    const size_t global = groups * local;
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, done));
}
