// SPDX-License-Identifier: MIT
//
// reference - the two turns in plain C.

#ifndef VULKAN_BUFFER_REFERENCE_H
#define VULKAN_BUFFER_REFERENCE_H

#include "ocl.h"

// The kernel's turn: x[i] becomes 3 * x[i] + i.
void opencl_turn_ref(cl_uint *x, size_t n);

// The shader's turn: the numbers in the reverse order.
void vulkan_turn_ref(cl_uint *x, size_t n);

#endif
