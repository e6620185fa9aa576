// SPDX-License-Identifier: MIT

#include "reference.h"

void opencl_turn_ref(cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = 3 * x[i] + (cl_uint)i;
}

void vulkan_turn_ref(cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        const cl_uint first = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = first;
    }
}
