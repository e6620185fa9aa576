// SPDX-License-Identifier: MIT
//
// Exercise 3 of atomics_contention: one global atomic per work-group.

// atomic_inc reads the counter, adds 1, and stores the sum, as one step: no other work-item comes
// between.  Its result is what it found.  old[i] is what work-item i found.
//
// The pointer `count` has no `restrict`: all work-items change what it points to.
kernel void atomics_contention_counter(global uint *restrict old, global uint *count, ulong n)
{
    local uint in_group, first;
    //: skeleton
    //: if (get_local_id(0) == 0) in_group = first = 0;
    //: solution
    if (get_local_id(0) == 0) in_group = 0;
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = get_global_id(0);
    uint mine = 0;
    if (i < n) mine = atomic_inc(&in_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    //: skeleton
    //: // Here: work-item 0 takes the numbers of the group from `count`.
    //: solution
    if (get_local_id(0) == 0) first = atomic_add(count, in_group);
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) old[i] = first + mine;
}
