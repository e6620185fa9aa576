// SPDX-License-Identifier: MIT
//
// A radix sort of keys alone for GPUs, the highest digit first.  It need not be
// stable, because equal keys are the same bits.  So work-groups do not wait for
// each other's counts: each books room in the buckets when it needs it.
//
// A level divides buckets of too many keys, its parents, by the next digit into
// children:
//
//     radix_clear        sets the counts of the children to 0
//     radix_plan         divides the parents into tiles, one work-group per tile
//     radix_count        adds the digits of a tile to the counts of its parent's children
//     radix_children     where each child begins; small children go to one list, large ones to the
//                        list of the next level
//     radix_partition    moves the keys of a tile to the children
//     radix_small        sorts each small child in local memory
//
// A bucket is two numbers of a list: its first place, and how many keys it has.
// The child of parent p with digit d has the number p << bits | d in `cursors`:
// first its count, then the place of its next key.  tile_starts[p] is the
// number of tiles of the parents before p.  state[] has the lengths of the
// lists: SMALL, and those of the two lists of large buckets, which levels use
// in turn.
//
// There are at most `parents_room` parents and `small_room` small buckets.  No
// kernel leaves the buffers, even if a kernel before it failed.  No kernel
// returns before a barrier: a work-group without work goes through loops
// without iterations.
//
// The host sets MAX_BITS, the most bits of a digit; SMALL_BITS, those of the digit by which a small
// bucket is divided; and the macros of keys.h and radix_tile.h.

#if !defined(MAX_BITS) || !defined(SMALL_BITS)
#error "the host must build this file with -DMAX_BITS= -DSMALL_BITS="
#endif

#include "keys.h"
#include "radix_tile.h"

#define SMALL 2

uint digit_of(uint key, uint shift, uint bits)
{
    return RANK(uint, key) >> shift & ((1u << bits) - 1);
}

kernel void radix_clear(global uint *restrict cursors, uint count)
{
    size_t i = get_global_id(0);
    if (i < count) cursors[i] = 0;
}

// One work-group.  Parents are those of list `level` % 2.
FIXED radix_plan(global uint *restrict tile_starts, global uint *restrict state,
                 global const uint *restrict parents, uint parents_room, uint level)
{
    local uint room[2 * GROUP];
    uint item = get_local_id(0), count = min(state[level % 2], parents_room);
    uint each = (count + GROUP - 1) / GROUP;
    uint first = min(item * each, count), end = min(first + each, count), sum = 0;
    for (uint p = first; p < end; p++)
        sum += (parents[2 * p + 1] + TILE - 1) / TILE;
    uint before = sum_before(room, sum);
    for (uint p = first; p < end; p++) {
        tile_starts[p] = before;
        before += (parents[2 * p + 1] + TILE - 1) / TILE;
    }
    if (item == GROUP - 1) tile_starts[count] = before;
    if (item == 0) state[SMALL] = state[(level + 1) % 2] = 0;
}

typedef struct {
    uint parent, first, count;    // count 0: there is no such tile
} tile_place;

// The tile of this work-group.  The parent is the last one that begins at this
// tile or before: no parent is empty.
tile_place find_tile(global const uint *tile_starts, global const uint *parents, uint parent_count,
                     uint n)
{
    uint tile = get_group_id(0), low = 0, high = parent_count;
    tile_place place = { 0, 0, 0 };
    if (tile >= tile_starts[parent_count]) return place;
    while (high - low > 1) {
        uint middle = (low + high) / 2;
        if (tile_starts[middle] <= tile)
            low = middle;
        else
            high = middle;
    }
    uint skipped = (tile - tile_starts[low]) * TILE;
    if (parents[2 * low] > n || parents[2 * low + 1] > n - parents[2 * low] ||
        skipped >= parents[2 * low + 1])
        return place;    // a kernel before has failed
    place.parent = low;
    place.first = parents[2 * low] + skipped;
    place.count = min((uint)TILE, parents[2 * low + 1] - skipped);
    return place;
}

// Sets counters to 0.
void clear_counters(local uint *counters, uint count)
{
    for (uint d = get_local_id(0); d < count; d += GROUP)
        counters[d] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The keys of a tile, ITEMS per work-item: all loads are under way before the first key is used.
void load_keys(uint *own, global const uint *keys, tile_place place)
{
#pragma unroll
    for (uint k = 0; k < ITEMS; k++) {
        uint p = get_local_id(0) + k * GROUP;
        own[k] = p < place.count ? keys[place.first + p] : 0;
    }
}

FIXED radix_count(global uint *restrict cursors, global const uint *restrict keys,
                  global const uint *restrict parents, global const uint *restrict tile_starts,
                  global const uint *restrict state, uint parents_room, uint level, uint shift,
                  uint bits, uint n)
{
    local uint counters[1 << MAX_BITS];
    uint own[ITEMS];
    tile_place place = find_tile(tile_starts, parents, min(state[level % 2], parents_room), n);
    load_keys(own, keys, place);
    clear_counters(counters, 1u << bits);
#pragma unroll
    for (uint k = 0; k < ITEMS; k++)
        if (get_local_id(0) + k * GROUP < place.count)
            COUNT(&counters[digit_of(own[k], shift, bits)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = get_local_id(0); d < 1u << bits; d += GROUP)
        if (counters[d] > 0) atomic_add(&cursors[(place.parent << bits) + d], counters[d]);
}

// Places in a list for the `own` entries of each work-item: one atomic addition
// per work-group.
uint book(local uint *room, global uint *length, uint own)
{
    uint before = sum_before(room, own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == GROUP - 1 && before + own > 0)
        room[0] = atomic_add(length, before + own);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint begin = room[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return begin + before;
}

void add_bucket(global uint *list, uint at, uint first, uint n)
{
    list[2 * at] = first;
    list[2 * at + 1] = n;
}

// One work-group per parent, a piece of its children per work-item.  After the
// lowest digit (shift 0) the children are sorted already.
FIXED radix_children(global uint *restrict cursors, global uint *restrict small,
                     global uint *restrict large, global uint *restrict state,
                     global const uint *restrict parents, uint parents_room, uint level, uint shift,
                     uint bits, uint small_room)
{
    local uint room[2 * GROUP];
    uint parent = get_group_id(0), item = get_local_id(0), digits = 1u << bits;
    if (parent >= min(state[level % 2], parents_room)) parent = digits = 0;    // nothing to do
    uint each = (digits + GROUP - 1) / GROUP;
    uint begin = min(item * each, digits), end = min(begin + each, digits);
    global uint *counts = cursors + ((size_t)parent << bits);
    uint sum = 0, small_ones = 0, large_ones = 0;
    for (uint d = begin; d < end; d++) {
        uint n = counts[d];
        sum += n;
        small_ones += n > 0 && n <= TILE;
        large_ones += n > TILE;
    }
    uint first = parents[2 * parent] + sum_before(room, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint small_at = book(room, &state[SMALL], shift > 0 ? small_ones : 0);
    uint large_at = book(room, &state[(level + 1) % 2], shift > 0 ? large_ones : 0);
    for (uint d = begin; d < end; d++) {
        uint n = counts[d];
        counts[d] = first;
        if (shift > 0 && n > 0) {
            if (n <= TILE && small_at < small_room) add_bucket(small, small_at++, first, n);
            if (n > TILE && large_at < parents_room) add_bucket(large, large_at++, first, n);
        }
        first += n;
    }
}

// A work-item's key gets its rank among the keys of the same digit in the tile
// from an atomic counter, in any order.  Then the work-group books room in each
// child: one addition per digit. Sorted in local memory, the keys of a digit
// are neighbours, and are written to neighbours.
FIXED radix_partition(global uint *restrict out, global uint *restrict cursors,
                      global const uint *restrict keys, global const uint *restrict parents,
                      global const uint *restrict tile_starts, global const uint *restrict state,
                      uint parents_room, uint level, uint shift, uint bits, uint n)
{
    local uint tile[TILE], counters[1 << MAX_BITS], offsets[1 << MAX_BITS], room[2 * GROUP];
    uint item = get_local_id(0), digits = 1u << bits, own[ITEMS], ranks[ITEMS];
    tile_place place = find_tile(tile_starts, parents, min(state[level % 2], parents_room), n);
    load_keys(own, keys, place);
    clear_counters(counters, digits);
#pragma unroll
    for (uint k = 0; k < ITEMS; k++)
        if (item + k * GROUP < place.count)
            ranks[k] = COUNT(&counters[digit_of(own[k], shift, bits)]);
    barrier(CLK_LOCAL_MEM_FENCE);

    uint each = (digits + GROUP - 1) / GROUP, sum = 0;
    uint begin = min(item * each, digits), end = min(begin + each, digits);
    for (uint d = begin; d < end; d++)
        sum += counters[d];
    uint before = sum_before(room, sum);
    for (uint d = begin; d < end; d++) {
        uint count = counters[d];
        if (count > 0)
            offsets[d] = atomic_add(&cursors[(place.parent << bits) + d], count) - before;
        counters[d] = before;
        before += count;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

#pragma unroll
    for (uint k = 0; k < ITEMS; k++)
        if (item + k * GROUP < place.count)
            tile[counters[digit_of(own[k], shift, bits)] + ranks[k]] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint p = item; p < place.count; p += GROUP) {
        uint to = offsets[digit_of(tile[p], shift, bits)] + p;
        if (to < n) out[to] = tile[p];    // not so if a kernel before has failed
    }
}

// --- small buckets

#define SMALL_DIGITS (1u << SMALL_BITS)
#define MOST_ALIKE   24    // keys with one digit in a small bucket

// Local memory of radix_small: for counts of digits, or for split_tile.
typedef union {
    uint digits[SMALL_DIGITS + 1];
    ushort splits[SPLITS * GROUP];
} small_counters;

// How many of keys[begin] to keys[end - 1] come before keys[own].
uint count_before(local const uint *keys, uint own, uint begin, uint end)
{
    uint rank = RANK(uint, keys[own]), before = 0;
    for (uint k = begin; k < end; k++) {
        uint other = RANK(uint, keys[k]);
        before += other < rank || (other == rank && k < own);
    }
    return before;
}

// Puts `count` keys into the tile, divided by a digit, in any order.  counters[d] becomes the place
// of the first key with digit d.  Gives the most keys with one digit that this work-item saw.
uint divide_bucket(tile_room t, local uint *counters, global const uint *keys, uint count,
                   uint shift, uint bits)
{
    uint item = get_local_id(0), digits = 1u << bits, own[ITEMS], ranks[ITEMS], most = 0;
    tile_place all = { 0, 0, count };
    load_keys(own, keys, all);
    clear_counters(counters, digits);
#pragma unroll
    for (uint k = 0; k < ITEMS; k++)
        if (item + k * GROUP < count) {
            ranks[k] = COUNT(&counters[digit_of(own[k], shift, bits)]);
            most = max(most, ranks[k] + 1);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint each = (digits + GROUP - 1) / GROUP, sum = 0;
    uint begin = min(item * each, digits), end = min(begin + each, digits);
    for (uint d = begin; d < end; d++)
        sum += counters[d];
    uint before = sum_before(t.room, sum);
    for (uint d = begin; d < end; d++) {
        uint n = counters[d];
        counters[d] = before;
        before += n;
    }
    if (item == 0) counters[digits] = count;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < ITEMS; k++)
        if (item + k * GROUP < count)
            t.keys[counters[digit_of(own[k], shift, bits)] + ranks[k]] = own[k];
    return most;
}

// Sorts all bits below `shift`.  Places past the last key get the highest rank.
void split_bucket(tile_room t, uint count, uint shift)
{
    for (uint p = count + get_local_id(0); p < TILE; p += GROUP)
        t.keys[p] = UNRANK(uint, UINT_MAX);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bits = 0; bits < shift; bits += SPLIT_BITS)
        split_tile(t, bits);
}

// A work-group sorts some of the small buckets, one after the other, by their lowest `shift` bits,
// from `keys` into `out`, which may be the same buffer.  It divides a bucket by the next digit.
// Then a key's place is its place among the few keys with the same digit:
//
//     keys of the bucket     53 11 37 52 17 10      digits are tens
//     divided                11 17 10 37 53 52
//     places                  1  2  0  3  5  4
//
// A bucket of few keys is not divided, and one with many keys of one digit is sorted by split_tile.
FIXED radix_small(global uint *out, global const uint *keys, global const uint *restrict small,
                  global const uint *restrict state, uint shift, uint n, uint small_room)
{
    local uint tile[TILE], room[2 * GROUP], crowded;
    local small_counters counters;
    tile_room t = { tile, tile, counters.splits, room };
    uint item = get_local_id(0), buckets = min(state[SMALL], small_room);
    uint bits = min(shift, (uint)SMALL_BITS), low = shift - bits;
    for (uint b = get_group_id(0); b < buckets; b += get_num_groups(0)) {
        uint first = small[2 * b], count = small[2 * b + 1], most = 0;
        if (count > TILE || first > n || count > n - first) count = 0;    // a kernel before failed
        bool few = count <= GROUP;
        if (item == 0) crowded = 0;
        if (few)
            tile[item] = item < count ? keys[first + item] : 0;
        else
            most = divide_bucket(t, counters.digits, keys + first, count, low, bits);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (most > MOST_ALIKE) crowded = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        bool split = crowded;
        if (split) split_bucket(t, count, shift);
        for (uint p = item; p < count; p += GROUP) {
            uint d = digit_of(tile[p], low, bits), place = p;
            if (few)
                place = count_before(tile, p, 0, count);
            else if (!split)
                place = counters.digits[d] +
                        count_before(tile, p, counters.digits[d], counters.digits[d + 1]);
            out[first + place] = tile[p];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
