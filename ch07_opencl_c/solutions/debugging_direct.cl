// SPDX-License-Identifier: MIT
//
// Exercise 4 of debugging: the same without local memory.
//: skeleton
//: // Here: find two mistakes.
//: end

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
debugging(global uint *restrict y, global const uint *restrict x, ulong n)
{
    //: skeleton
    //: uint i = get_local_id(0);
    //: if (i >= n) return;
    //: uint before = x[i > 0 ? i - 1 : n - 1];
    //: solution
    uint i = get_global_id(0);
    if (i >= n) return;
    uint before = x[i > 0 ? i - 1 : 0];
    //: end
    y[i] = (before + x[i]) / 2;
}
