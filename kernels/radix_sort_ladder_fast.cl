// SPDX-License-Identifier: MIT
//
// The fast rungs of radix_sort_ladder.  radix_sort_ladder.cl explains the three steps of a pass:
// count, scan, scatter.  Here a work-group has many keys, in tiles that it sorts by the digit in
// local memory (radix_digit.h) before it writes them: so neighbours are written to
// neighbouring places.
//
//     tiled     digits of 4 bits
//     bits_8    digits of 8 bits
//     hybrid    passes by the upper digits only; radix_sort_ladder_buckets.cl does the rest
//
// Work-group g has the keys from g * share on, `share` of them.  counts[g][digit] is the result of
// count.  After scan it is the number of keys with this digit in the work-groups before.
// totals[digit] is the number of all keys with this digit.  A row per work-group: so neighbouring
// work-items write neighbouring counts.
//
// BLOCK neighbouring work-groups are a block.  sums[block][digit] is the sum of their counts: so a
// work-group can begin to scan in the middle.  It is 0 before a pass and after it.
//
// No key is written past the end, even if the counts are wrong because a kernel before has failed.
//
// The host sets BLOCK and the macros of keys.h and radix_digit.h.

#include "keys.h"
#include "radix_digit.h"

// --- count and scan

#define FOR_EACH_ROW(k) _Pragma("unroll") for (uint k = 0; k < BLOCK; k++)

uint digit_of(uint key, uint shift)
{
    return RANK(uint, key) >> shift & (DIGITS - 1);
}

FIXED radix_sort_fast_count(global uint *restrict counts, global uint *restrict sums,
                            global const uint *restrict keys, uint n, uint shift, uint share)
{
    local uint counters[DIGITS];
    uint item = get_local_id(0), group = get_group_id(0);
    clear_counters(counters, DIGITS);
    uint first = group * share, end = min(first + share, n);
    for (; end - first >= TILE; first += TILE) {
        uint own[ITEMS];
        FOR_EACH_KEY (k)
            own[k] = (keys + first + item)[k * GROUP];
        FOR_EACH_KEY (k)
            COUNT(&counters[digit_of(own[k], shift)]);
    }
    for (first += item; first < end; first += GROUP)
        COUNT(&counters[digit_of(keys[first], shift)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = item; d < DIGITS; d += GROUP) {
        counts[group * DIGITS + d] = counters[d];
        atomic_add(&sums[group / BLOCK * DIGITS + d], counters[d]);
    }
}

// One work-group per block, and a column of the table per work-item.  The work-item goes back from
// the last row to the first: so it reads all of them before it writes one, and waits only once.
FIXED radix_sort_fast_scan(global uint *restrict counts, global uint *restrict totals,
                           global const uint *restrict sums, uint groups)
{
    uint block = get_group_id(0), first = block * BLOCK, rows = min(groups - first, (uint)BLOCK);
    for (uint d = get_local_id(0); d < DIGITS; d += GROUP) {
        global uint *column = counts + first * DIGITS + d;
        uint own[BLOCK], before = 0;
        for (uint b = 0; b < block; b += BLOCK)
            FOR_EACH_ROW (k)
                before += b + k < block ? sums[(b + k) * DIGITS + d] : 0;
        FOR_EACH_ROW (k)
            before += own[k] = k < rows ? column[k * DIGITS] : 0;
        if (first + rows == groups) totals[d] = before;
        FOR_EACH_ROW (k) {
            uint row = BLOCK - 1 - k;
            before -= own[row];
            if (row < rows) column[row * DIGITS] = before;
        }
    }
}

// Where the first key of each digit of this work-group goes: after all keys with a lower digit, and
// after the keys with the same digit in the work-groups before.
void find_starts(local uint *starts, local uint *room, global const uint *counts,
                 global const uint *totals, uint group)
{
    uint item = get_local_id(0), each = (DIGITS + GROUP - 1) / GROUP, sum = 0;
    uint begin = min(item * each, DIGITS), end = min(begin + each, DIGITS);
    for (uint d = begin; d < end; d++)
        sum += totals[d];
    uint lower = sum_before(room, sum);
    for (uint d = begin; d < end; d++) {
        starts[d] = lower + counts[group * DIGITS + d];
        lower += totals[d];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// For the next pass.
void clear_sums(global uint *sums, uint group)
{
    if (group % BLOCK > 0) return;
    for (uint d = get_local_id(0); d < DIGITS; d += GROUP)
        sums[group / BLOCK * DIGITS + d] = 0;
}

// --- scatter: a tile of keys is sorted in local memory first, so that neighbours are written to
// neighbouring places

// A tile of ranks; they are turned round so that their digit is in the lowest bits.  With values,
// the numbers that are sorted are in `order`: the digit, and from bit 16 on where the key and its
// value are.  The values take the place of the ranks when these are written.
typedef struct {
    uint ranks[TILE];
#if PAIRS
    uint order[TILE];
#endif
    part_counts counts;
    uint begins[DIGITS + 1];    // where digits begin in the sorted tile
    uint offsets[DIGITS];       // how far the keys of a digit move from there to `out`
} tile_room;

#if PAIRS
#define SORTED(t)          ((t)->order)
#define RANK_OF(t, number) ((t)->ranks[(number) >> 16])
#else
#define SORTED(t)          ((t)->ranks)
#define RANK_OF(t, number) (number)
#endif

// Places past the last key get the highest rank.  They stay behind all keys.
void load_tile(local tile_room *t, global const uint *keys, uint count, uint shift)
{
    uint own[ITEMS];
    load_full(own, keys, count, UNRANK(uint, UINT_MAX));
    local uint *ranks = t->ranks + place_of(0);
    FOR_EACH_KEY (k)
        ranks[k * TEAM] = rotate(RANK(uint, own[k]), 32 - shift);
#if PAIRS
    FOR_EACH_KEY (k)
        t->order[place_of(k)] = place_of(k) << 16 | digit_of(own[k], shift);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Places past the last key go behind the end, too.
void write_tile(local const tile_room *t, global uint *out, uint n, uint shift)
{
    uint item = get_local_id(0);
    local const uint *sorted = SORTED(t) + item;
    FOR_EACH_KEY (k) {
        uint number = sorted[k * GROUP], to = t->offsets[number % DIGITS] + item + k * GROUP;
        if (to >= n) continue;    // or a kernel before has failed
        out[to] = UNRANK(uint, rotate(RANK_OF(t, number), shift));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

#if PAIRS
// Writes the values, which have waited in `own`.
void write_values(local tile_room *t, global uint *out_values, const uint *own, uint n)
{
    uint item = get_local_id(0);
    FOR_EACH_KEY (k)
        t->ranks[place_of(k)] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    local const uint *sorted = t->order + item;
    FOR_EACH_KEY (k) {
        uint number = sorted[k * GROUP], to = t->offsets[number % DIGITS] + item + k * GROUP;
        if (to < n) out_values[to] = t->ranks[number >> 16];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
#endif

// The work-group sorts its tiles one after the other.  starts[digit] is where its next key of this
// digit goes.  In the sorted tile the keys of a digit are neighbours, so one number per digit tells
// how far all of them move:
//
//     place in the tile      0  1  2  3  4  5
//     digit                  0  0  2  2  2  3         starts[2] is 40: offsets[2] = 40 - 2
//     place in `out`         .  . 40 41 42  .         place 3 goes to 38 + 3
//
// The first work-groups have the last shares: radix_sort_fast_count has read these last, so a GPU
// may have them in its cache.
FIXED radix_sort_fast_scatter(global uint *restrict out, global uint *restrict out_values,
                              global const uint *restrict keys, global const uint *restrict values,
                              global const uint *restrict counts,
                              global const uint *restrict totals, global uint *restrict sums,
                              uint n, uint shift, uint share)
{
    local uint starts[DIGITS];
    local tile_room tile;
    uint item = get_local_id(0), group = get_num_groups(0) - 1 - get_group_id(0);
    uint first = group * share, end = min(first + share, n);
    find_starts(starts, tile.counts.room, counts, totals, group);
    clear_sums(sums, group);
    if (item == 0) tile.begins[DIGITS] = TILE;
    for (; first < end; first += TILE) {
        load_tile(&tile, keys + first, end - first, shift);
        sort_by_digit(SORTED(&tile), &tile.counts);
        for (uint d = item; d < DIGITS; d += GROUP) {
            tile.begins[d] = find_digit(SORTED(&tile), d);
            tile.offsets[d] = starts[d] - tile.begins[d];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint d = item; d < DIGITS; d += GROUP)
            starts[d] += tile.begins[d + 1] - tile.begins[d];
#if PAIRS
        uint own[ITEMS];    // loaded while the keys are written
        load_full(own, values + first, end - first, 0);
#endif
        write_tile(&tile, out, n, shift);
#if PAIRS
        write_values(&tile, out_values, own, n);
#endif
    }
}
