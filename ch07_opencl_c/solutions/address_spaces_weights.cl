// SPDX-License-Identifier: MIT
//
// address_spaces_weights - exercise 1 of address_spaces: the weights in local memory.
//
//     build/bin/address_spaces -k build/exercises/address_spaces_weights.cl

constant uint weights[4] = { 1, 10, 100, 1000 };

kernel void address_spaces(global uint *restrict y, global const uint *restrict x, ulong n)
{
    local uint first, shared[4];
    size_t i = get_global_id(0);
    uint mine = i < n ? x[i] : 0;
    if (get_local_id(0) == 0) first = mine;
    //: skeleton
    //: // Exercise 1 of address_spaces: put all four weights here, also in a work-group of one.
    //: if (get_local_id(0) == 0) shared[0] = shared[1] = shared[2] = shared[3] = weights[0];
    //: solution
    for (size_t k = get_local_id(0); k < 4; k += get_local_size(0))
        shared[k] = weights[k];
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = shared[i % 4] * mine + first;
}
