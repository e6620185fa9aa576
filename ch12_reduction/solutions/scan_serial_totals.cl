// SPDX-License-Identifier: MIT
//
// Exercise 2 of scan: the second launch as a plain loop.

// The sum of the values of work-items 0 to `item` of a work-group (Hillis and Steele).  In the step
// with distance d each work-item adds the sum of the one d places before it.  So each sum reaches
// back over 1, 2, 4, ... elements.
//
//     value    5  9  2  6
//     d = 1    5 14 11  8
//     d = 2    5 14 16 22
uint scan_group(local uint *part, uint value)
{
    uint item = get_local_id(0), sum = value;
    for (uint d = 1; d < GROUP; d *= 2) {
        part[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);    // all have written
        if (item >= d) sum += part[item - d];
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read
    }
    return sum;
}

// 1. Each work-group scans its own part, and leaves the part's total.
//
//     x         3  1  4  1 | 5  9  2  6 | 5  3
//     y         3  4  8  9 | 5 14 16 22 | 5  8
//     totals             9           22      8
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_parts(global uint *restrict y, global uint *restrict totals, global const uint *restrict x,
           uint n)
{
    local uint part[GROUP];
    uint i = get_global_id(0);
    uint sum = scan_group(part, i < n ? x[i] : 0);
    if (i < n) y[i] = sum;
    if (get_local_id(0) == GROUP - 1) totals[get_group_id(0)] = sum;
}

// 2. One work-item adds up the totals, one after the other.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_totals(global uint *restrict totals, uint groups)
{
    if (get_local_id(0) > 0) return;
    //: skeleton
    //: // Here: a loop over the totals, as in plain C.
    //: solution
    for (uint k = 1; k < groups; k++)
        totals[k] += totals[k - 1];
    //: end
}

// 3. Each part adds the sum of all parts before it.
//
//     y         3  4  8  9 | 14 23 25 31 | 36 39
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_add(global uint *restrict y, global const uint *restrict totals, uint n)
{
    uint i = get_global_id(0), group = get_group_id(0);
    if (i < n && group > 0) y[i] += totals[group - 1];
}
