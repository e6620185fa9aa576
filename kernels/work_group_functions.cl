// SPDX-License-Identifier: MIT
//
// work_group_functions - one work-item per element; each work-group adds its own elements.
//
//     x       3  1  4  1 | 5  9  2  6 | 5  3      in the picture: work-groups of 4
//     sum     9  9  9  9 |22 22 22 22 | 8  8      each work-item has it
//     sums    9           22            8         one of them stores it

kernel void work_group_functions(global uint *restrict sums, global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    uint value = i < n ? x[i] : 0;
    uint sum = work_group_reduce_add(value);    // all work-items of the work-group must be here
    if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}
