// SPDX-License-Identifier: MIT
//
// A scan within a work-group after Hillis and Steele: each work-item adds what is 1, 2, 4 ...
// places before it.
//
//     x          3  1  7  0  4  1  6  3
//     distance 1 3  4  8  7  4  5  7  9
//     distance 2 3  4 11 11 12 12 11 14
//     distance 4 3  4 11 11 15 16 22 25
//
// Inclusive sums are in `values` afterwards.  log2(GROUP) steps, GROUP additions in each.
//
// The kernel file has ELEMENT, its type, and GROUP, the work-items of a work-group: a power of two.
void scan_group(local ELEMENT *values, ELEMENT own)
{
    uint item = get_local_id(0);
    values[item] = own;
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        ELEMENT left = item >= distance ? values[item - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        values[item] += left;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
