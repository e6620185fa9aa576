// SPDX-License-Identifier: MIT
//
// Exercise 1 of vulkan_memory: four numbers per work-item.  The last one to three numbers are
// left out.

kernel void vulkan_memory(global uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n / 4) {
        uint4 four = vload4(i, x);
        vstore4(3 * four + 1, i, x);
    }
    // Exercise 1 of vulkan_memory: who works on those that are no whole four?
}
