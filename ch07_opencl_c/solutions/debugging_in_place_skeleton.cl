// SPDX-License-Identifier: MIT
//
// Exercise 5 of debugging: the mean takes the place of the number in local memory.  Here: find two
// mistakes.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
debugging(global uint *restrict y, global const uint *restrict x, ulong n)
{
    local uint tile[GROUP + 1];
    uint i = get_global_id(0), item = get_local_id(0);

    if (i < n) tile[item + 1] = x[i];
    if (item == 0) tile[0] = x[i];    // the first number is before itself
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[item + 1] = (tile[item] + tile[item + 1]) / 2;
    if (i < n) y[i] = tile[item + 1];
}
