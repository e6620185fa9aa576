// SPDX-License-Identifier: MIT
//
// Exercise 3 of scan: one barrier per step.
//
// scan - the sum of all elements up to each one, with one work-item per element.
//
// GROUP   work-items per work-group (in the pictures: 4)

// The sum of the values of work-items 0 to `item` of a work-group (Hillis and Steele).  In the step
// with distance d each work-item adds the sum of the one d places before it.  So each sum reaches
// back over 1, 2, 4, ... elements.
//
//     value    5  9  2  6
//     d = 1    5 14 11  8
//     d = 2    5 14 16 22
//
// `part` has two halves, which the steps use in turn: who is ahead by a step does not overwrite
// what others still read.
uint scan_group(local uint *part, uint value)
{
    uint item = get_local_id(0), sum = value, half_of = 0;
    for (uint d = 1; d < GROUP; d *= 2) {
        part[half_of + item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);    // all have written
        //: skeleton
        //: if (item >= d) sum += part[item - d];
        //: solution
        if (item >= d) sum += part[half_of + item - d];
        //: end
        half_of = GROUP - half_of;
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
    local uint part[2 * GROUP];
    uint i = get_global_id(0);
    uint sum = scan_group(part, i < n ? x[i] : 0);
    if (i < n) y[i] = sum;
    if (get_local_id(0) == GROUP - 1) totals[get_group_id(0)] = sum;
}

// 2. One work-group scans the totals.
//
//     totals   9 22  8   becomes   9 31 39
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_totals(global uint *restrict totals, uint groups)
{
    local uint part[2 * GROUP];
    uint item = get_local_id(0);
    uint sum = scan_group(part, item < groups ? totals[item] : 0);
    if (item < groups) totals[item] = sum;
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
