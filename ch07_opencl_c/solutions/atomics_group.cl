// SPDX-License-Identifier: MIT
//
// Exercise 3 of atomics: one atomic for each work-group.

kernel void atomics(global uint *restrict found, global uint *count, ulong n)
{
    local uint first;    // of the numbers that this work-group takes
    size_t begin = get_group_id(0) * get_local_size(0);
    if (get_local_id(0) == 0)
        first = atomic_add(count, (uint)min((size_t)get_local_size(0), (size_t)n - begin));
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = get_global_id(0);
    //: skeleton
    //: if (i < n) found[i] = first;    // Here: each work-item its own number.
    //: solution
    if (i < n) found[i] = first + (uint)get_local_id(0);
    //: end
}
