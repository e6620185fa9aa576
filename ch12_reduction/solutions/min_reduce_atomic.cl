// SPDX-License-Identifier: MIT
//
// Exercise 2 of min_reduce: the work-group's minimum without a tree.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce(global uint *restrict minima, global const uint *restrict x, ulong n)
{
    //: skeleton
    //: local uint group_least;    // one number for the whole work-group
    //: uint item = get_local_id(0);
    //: if (item == 0) group_least = UINT_MAX;
    //: solution
    local uint group_least;
    uint item = get_local_id(0);
    if (item == 0) group_least = UINT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);    // all see UINT_MAX
    //: end

    uint least = UINT_MAX;
    for (ulong i = get_global_id(0); i < n; i += get_global_size(0))
        least = min(least, x[i]);
    //: skeleton
    //:
    //: // Here: atomic_min(&group_least, least), and a barrier in two places.
    //:
    //: solution
    atomic_min(&group_least, least);

    barrier(CLK_LOCAL_MEM_FENCE);    // all have compared
    //: end
    if (item == 0) minima[get_group_id(0)] = group_least;
}
