// SPDX-License-Identifier: MIT
//
// Bitonic sort: pairs of keys are compared in an order that the keys do not change, until all are
// sorted.  Any number of keys.
//
// Sorted halves of 1, 2, 4, ... keys become sorted blocks of 2, 4, 8, ... keys.  Each step needs
// several passes.  In each pass every key is compared with one other key, and the smaller of the
// two goes to the left.  From halves of 4 keys to a block of 8:
//
//     places      0 1 2 3   4 5 6 7
//     flip        0-7 1-6 2-5 3-4         then no key of 0 1 2 3 is larger than any of 4 5 6 7
//     stride 2    0-2 1-3   4-6 5-7       no key of 0 1 is larger than any of 2 3
//     stride 1    0-1   2-3   4-5   6-7
//
// The flip compares the first key with the last one, and so on.  So both halves may be sorted in
// the same direction before, and each comparison has this direction.  A key past the end counts as
// larger than all others.  It would never move.  So it need not be there, and n may be any number.
//
// The host sets TILE, the keys that a work-group sorts in local memory, a power of two; and GROUP,
// the work-items of such a work-group.  The fast forms are in bitonic_sort_ladder_fast.cl.

#if !defined(TILE) || !defined(GROUP)
#error "the host must build this file with -DTILE= and -DGROUP="
#endif

// --- one_pass: a work-item compares two keys, a launch does one pass

// With stride 4, a power of two as all strides are:
//
//     pair              0  1  2  3      4  5  6  7
//     at                0  1  2  3      0  1  2  3      its place among the pairs of its block
//     left              0  1  2  3      8  9 10 11
//     right             4  5  6  7     12 13 14 15
//     right, flip       7  6  5  4     15 14 13 12      counted from the end of the block
kernel void bitonic_sort_one_pass(global uint *keys, uint n, uint stride, uint flip)
{
    uint pair = get_global_id(0), at = pair & (stride - 1);    // pair % stride
    uint left = 2 * (pair - at) + at;
    uint right = flip ? left + 2 * (stride - at) - 1 : left + stride;
    if (right >= n) return;
    uint a = keys[left], b = keys[right];
    keys[left] = min(a, b);
    keys[right] = max(a, b);
}

// --- tiles: a work-group does all passes whose strides are smaller than a tile, in local memory

// Places past the end get the largest key.
void load_tile(local uint *tile, global const uint *keys, uint n)
{
    uint first = get_group_id(0) * TILE;
    for (uint i = get_local_id(0); i < TILE; i += GROUP)
        tile[i] = first + i < n ? keys[first + i] : UINT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);
}

void store_tile(global uint *keys, local const uint *tile, uint n)
{
    uint first = get_group_id(0) * TILE;
    for (uint i = get_local_id(0); i < TILE && first + i < n; i += GROUP)
        keys[first + i] = tile[i];
}

// As one_pass, on a tile.
void pass_in_tile(local uint *tile, uint stride, uint flip)
{
    for (uint pair = get_local_id(0); pair < TILE / 2; pair += GROUP) {
        uint at = pair & (stride - 1);
        uint left = 2 * (pair - at) + at;
        uint right = flip ? left + 2 * (stride - at) - 1 : left + stride;
        uint a = tile[left], b = tile[right];
        tile[left] = min(a, b);
        tile[right] = max(a, b);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Sorts each tile.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void bitonic_sort_tile(global uint *keys,
                                                                                 uint n)
{
    local uint tile[TILE];
    load_tile(tile, keys, n);
    for (uint half_block = 1; half_block < TILE; half_block *= 2)
        for (uint stride = half_block; stride > 0; stride /= 2)
            pass_in_tile(tile, stride, stride == half_block);
    store_tile(keys, tile, n);
}

// The last passes of a larger block: those of strides TILE / 2 to 1.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
bitonic_sort_tile_merge(global uint *keys, uint n)
{
    local uint tile[TILE];
    load_tile(tile, keys, n);
    for (uint stride = TILE / 2; stride > 0; stride /= 2)
        pass_in_tile(tile, stride, 0);
    store_tile(keys, tile, n);
}

// --- ints and floats: before the sort each key becomes its rank, an unsigned number in the same
// order; after it ranks become keys.  One key per work-item.  keys.h needs macros of the host.

#include "keys.h"

kernel void bitonic_sort_to_ranks(global uint *restrict ranks, global const uint *restrict keys,
                                  uint n)
{
    size_t i = get_global_id(0);
    if (i < n) ranks[i] = RANK(uint, keys[i]);
}

kernel void bitonic_sort_to_keys(global uint *keys, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) keys[i] = UNRANK(uint, keys[i]);
}
