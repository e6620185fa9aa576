// SPDX-License-Identifier: MIT
//
// OpenCL's turn: each number becomes another one.  One work-item per number.

kernel void vulkan_buffer(global uint *restrict x, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    x[i] = 3 * x[i] + (uint)i;
}
