// SPDX-License-Identifier: MIT
//
// debugging - each number becomes the mean of itself and the one before it.
//
// A work-item per number, a work-group per part of GROUP numbers.  The part stands in local memory,
// behind the number before it: tile[0] is the last number of the part before.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
debugging(global uint *restrict y, global const uint *restrict x, ulong n)
{
    local uint tile[GROUP + 1];
    uint i = get_global_id(0), item = get_local_id(0);

    if (i < n) tile[item + 1] = x[i];
    if (item == 0) tile[0] = x[i > 0 ? i - 1 : 0];    // the first number is before itself
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = (tile[item] + tile[item + 1]) / 2;
}
