// SPDX-License-Identifier: MIT
//
// Exercise 5 of debugging: the mean takes the place of the number in local memory.
//: skeleton
//: // Here: find two mistakes.
//: end

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
debugging(global uint *restrict y, global const uint *restrict x, ulong n)
{
    local uint tile[GROUP + 1];
    uint i = get_global_id(0), item = get_local_id(0);

    if (i < n) tile[item + 1] = x[i];
    //: skeleton
    //: if (item == 0) tile[0] = x[i];    // the first number is before itself
    //: barrier(CLK_LOCAL_MEM_FENCE);
    //: tile[item + 1] = (tile[item] + tile[item + 1]) / 2;
    //: if (i < n) y[i] = tile[item + 1];
    //: solution
    if (item == 0) tile[0] = x[i > 0 ? i - 1 : 0];    // the first number is before itself
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mean = (tile[item] + tile[item + 1]) / 2;
    barrier(CLK_LOCAL_MEM_FENCE);    // all have read
    if (i >= n) return;
    tile[item + 1] = mean;
    y[i] = tile[item + 1];
    //: end
}
