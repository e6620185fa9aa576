// SPDX-License-Identifier: MIT
//
// vulkan_memory - new numbers in Vulkan's memory.

// Work-item i works on number i.
kernel void vulkan_memory(global uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n) x[i] = 3 * x[i] + 1;
}
