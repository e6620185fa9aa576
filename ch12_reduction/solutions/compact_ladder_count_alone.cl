// SPDX-License-Identifier: MIT
//
// Exercise 5 of compact_ladder: one atomic per work-item.
//
// Keeps the bright pixels of a picture and writes them side by side.
//
// The host sets
//     GROUP    work-items of a work-group, a power of two
//     TILES    tiles of GROUP pixels in a work-group's share
//     LONG     pixels in a share of one work-item

#if !defined(GROUP) || !defined(TILES) || !defined(LONG)
#error "the host must build this file with -DGROUP=<work-items> -DTILES=<tiles> -DLONG=<pixels>"
#endif

#define ELEMENT uint
#include "scan_group.h"

// Whether a pixel stays: red + 2 * green + blue is a simple measure of brightness, 0 to 1020.
bool is_bright(uchar4 pixel, uint threshold)
{
    return pixel.x + 2u * pixel.y + pixel.z >= threshold;
}

// --- atomic: a counter gives out the places, in the order in which work-items come

// `places` says where each pixel was.  The host sets *count to 0 before.
kernel void compact_atomic(global uchar4 *restrict kept, global uint *restrict places,
                           volatile global uint *restrict count, global const uchar4 *restrict x,
                           uint n, uint threshold)
{
    uint i = get_global_id(0);
    if (i >= n || !is_bright(x[i], threshold)) return;
    uint place = atomic_inc(count);
    kept[place] = x[i];
    places[place] = i;
}

// --- scan: the pixels keep their order.  Three launches, as in scan_ladder.cl

// How many pixels of its share a work-group keeps.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
compact_count(global uint *restrict counts, global const uchar4 *restrict x, uint n, uint threshold)
{
    local uint count;
    if (get_local_id(0) == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint first = get_group_id(0) * (TILES * GROUP) + get_local_id(0), own = 0;
    for (uint tile = 0; tile < TILES; tile++) {
        uint i = first + tile * GROUP;
        own += i < n && is_bright(x[i], threshold);
    }
    //: skeleton
    //: // Here: own is a number of this work-item alone.
    //: solution
    atomic_add(&count, own);
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) counts[get_group_id(0)] = count;
}

// One work-group.  Each count is replaced by the sum of those before it; *count gets all.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
compact_sums(global uint *restrict count, global uint *restrict counts, uint groups)
{
    local uint values[GROUP];
    uint item = get_local_id(0), carry = 0;
    for (uint first = 0; first < groups; first += GROUP) {
        uint i = first + item;
        scan_group(values, i < groups ? counts[i] : 0);
        if (i < groups) counts[i] = carry + (item > 0 ? values[item - 1] : 0);
        carry += values[GROUP - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) *count = carry;
}

// A pixel's place: the pixels that stay in the shares before, in the tiles before, and before it in
// its own tile.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
compact_write(global uchar4 *restrict kept, global uint *restrict places,
              global const uint *restrict before, global const uchar4 *restrict x, uint n,
              uint threshold)
{
    local uint values[GROUP];
    uint item = get_local_id(0), carry = before[get_group_id(0)];
    uint first = get_group_id(0) * (TILES * GROUP) + item;
    if (carry > first - item) return;    // more than there are: an earlier command failed
    for (uint tile = 0; tile < TILES; tile++) {
        uint i = first + tile * GROUP;
        bool stays = i < n && is_bright(x[i], threshold);
        scan_group(values, stays);
        if (stays) {
            uint place = carry + values[item] - 1;
            kept[place] = x[i];
            places[place] = i;
        }
        carry += values[GROUP - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// --- long_items: for CPUs.  A work-item has a share of its own, LONG pixels in a row: no barriers.
// compact_sums is the second launch here, too.

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
compact_long_count(global uint *restrict counts, global const uchar4 *restrict x, uint n,
                   uint threshold)
{
    uint first = get_group_id(0) * LONG, end = min(first + LONG, n), count = 0;
    for (uint i = first; i < end; i++)
        count += is_bright(x[i], threshold);
    counts[get_group_id(0)] = count;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
compact_long_write(global uchar4 *restrict kept, global uint *restrict places,
                   global const uint *restrict before, global const uchar4 *restrict x, uint n,
                   uint threshold)
{
    uint first = get_group_id(0) * LONG, end = min(first + LONG, n),
         place = before[get_group_id(0)];
    if (place > first) return;    // more than there are: an earlier command failed
    for (uint i = first; i < end; i++)
        if (is_bright(x[i], threshold)) {
            kept[place] = x[i];
            places[place++] = i;
        }
}

// --- the way back: each pixel to where it was

kernel void compact_expand(global uchar4 *restrict y, global const uchar4 *restrict kept,
                           global const uint *restrict places, uint count, uint n)
{
    uint k = get_global_id(0);
    if (k < count && places[k] < n) y[places[k]] = kept[k];
}
