// SPDX-License-Identifier: MIT
//
// Exercise 4 of scan_ladder: each work-item sums a piece of the share.
//
// Prefix sums: y[i] = x[0] + ... + x[i] (inclusive), or without x[i] (exclusive).
//
// Three launches.  A work-group has a share: `tiles` tiles of GROUP elements.
//
//     scan_share_sums    the sum of each share
//     scan_sums          what is before each share: the sums of all shares before it
//     scan_...           the share once more, tile by tile, one element per work-item
//
// The host sets
//     ELEMENT    uint or float
//     GROUP      work-items of a work-group, a power of two

#if !defined(ELEMENT) || !defined(GROUP)
#error "the host must build this file with -DELEMENT=<type> -DGROUP=<work-items>"
#endif

#include "scan_group.h"

// --- the first two launches, which all variants share

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_share_sums(global ELEMENT *restrict sums, global const ELEMENT *restrict x, ulong n,
                uint tiles)
{
    local ELEMENT values[GROUP];
    uint item = get_local_id(0);
    ulong first = get_group_id(0) * (ulong)tiles * GROUP;
    ELEMENT sum = 0;
    for (uint tile = 0; tile < tiles; tile++) {
        //: skeleton
        //: ulong i = first + tile;    // Here: the piece of this work-item
        //: solution
        ulong i = first + (ulong)item * tiles + tile;
        //: end
        if (i < n) sum += x[i];
    }
    values[item] = sum;
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) values[item] += values[item + left];
    }
    if (item == 0) sums[get_group_id(0)] = values[0];
}

// One work-group.  Each sum is replaced by the sum of those before it.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void scan_sums(global ELEMENT *sums,
                                                                         uint count)
{
    local ELEMENT values[GROUP];
    uint item = get_local_id(0);
    ELEMENT carry = 0;
    for (uint first = 0; first < count; first += GROUP) {
        uint i = first + item;
        scan_group(values, i < count ? sums[i] : 0);
        if (i < count) sums[i] = carry + (item > 0 ? values[item - 1] : 0);
        carry += values[GROUP - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// --- the third launch

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_hillis_steele(global ELEMENT *restrict y, global const ELEMENT *restrict x,
                   global const ELEMENT *restrict before, ulong n, uint tiles, uint exclusive)
{
    local ELEMENT values[GROUP];
    uint item = get_local_id(0);
    ulong first = get_group_id(0) * (ulong)tiles * GROUP;
    ELEMENT carry = before[get_group_id(0)];
    for (uint tile = 0; tile < tiles; tile++) {
        ulong i = first + tile * GROUP + item;
        scan_group(values, i < n ? x[i] : 0);
        ELEMENT left = item > 0 ? values[item - 1] : 0;
        if (i < n) y[i] = carry + (exclusive ? left : values[item]);
        carry += values[GROUP - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// --- Blelloch: up a tree of sums and down again
//
//     x          3  1  7  0  4  1  6  3
//     up         3  4  7  7  4  5  6  9
//                3  4  7 11  4  5  6 14
//     root = 0   3  4  7 11  4  5  6  0
//     down       3  4  7  0  4  5  6 11
//                3  0  7  4  4 11  6 16
//                0  3  4 11 11 15 16 22
//
// Exclusive sums are in `values` afterwards; the result is the sum of all.  There are twice as many
// steps, but fewer than 2 * GROUP additions in all.
ELEMENT scan_group_tree(local ELEMENT *values, ELEMENT own)
{
    uint item = get_local_id(0);
    values[item] = own;
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint right = (item + 1) * 2 * distance - 1;
        if (right < GROUP) values[right] += values[right - distance];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT sum = values[GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) values[GROUP - 1] = 0;
    for (uint distance = GROUP / 2; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint right = (item + 1) * 2 * distance - 1;
        if (right < GROUP) {
            ELEMENT left = values[right - distance];
            values[right - distance] = values[right];
            values[right] += left;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blelloch(global ELEMENT *restrict y, global const ELEMENT *restrict x,
              global const ELEMENT *restrict before, ulong n, uint tiles, uint exclusive)
{
    local ELEMENT values[GROUP];
    uint item = get_local_id(0);
    ulong first = get_group_id(0) * (ulong)tiles * GROUP;
    ELEMENT carry = before[get_group_id(0)];
    for (uint tile = 0; tile < tiles; tile++) {
        ulong i = first + tile * GROUP + item;
        ELEMENT own = i < n ? x[i] : 0;
        ELEMENT sum = scan_group_tree(values, own);
        if (i < n) y[i] = carry + (exclusive ? values[item] : values[item] + own);
        carry += sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
