// SPDX-License-Identifier: MIT
//
// Exercise 1 of work_group_functions: the sum is the scan of the last work-item.

kernel void work_group_functions(global uint *restrict sums, global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    uint value = i < n ? x[i] : 0;
    uint sum = work_group_scan_inclusive_add(value);
    //: skeleton
    //: if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;    // Here: who has the sum of all?
    //: solution
    if (get_local_id(0) == get_local_size(0) - 1) sums[get_group_id(0)] = sum;
    //: end
}
