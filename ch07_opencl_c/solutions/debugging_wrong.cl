// SPDX-License-Identifier: MIT
//
// debugging_wrong - each number should become the mean of itself and the one before it.
//
// This kernel has three mistakes.  The page of debugging finds them, each in another way.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
debugging(global uint *restrict y, global const uint *restrict x, ulong n)
{
    local uint tile[GROUP + 1];
    uint i = get_global_id(0), item = get_local_id(0);

    if (i < n) tile[item + 1] = x[i];
    if (item == 0) tile[0] = x[i - 1];
    if (i < n) y[i] = tile[item] + tile[item + 1] / 2;
}
