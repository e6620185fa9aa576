// SPDX-License-Identifier: MIT
//
// Exercise 1 of vulkan_memory: four numbers per work-item.
//: skeleton
//: // The last one to three numbers are left out.
//: end

kernel void vulkan_memory(global uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n / 4) {
        uint4 four = vload4(i, x);
        vstore4(3 * four + 1, i, x);
    }
    //: skeleton
    //: // Exercise 1 of vulkan_memory: who works on those that are no whole four?
    //: solution
    uint rest = n / 4 * 4 + i;    // of the last one to three numbers
    if (rest < n) x[rest] = 3 * x[rest] + 1;
    //: end
}
