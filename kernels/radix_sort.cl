// SPDX-License-Identifier: MIT
//
// A stable radix sort, one digit per pass, the lowest digit first: the rungs of radix_sort.
//
// A pass sorts all keys by one digit of their rank (keys.h) and keeps the order of keys with the
// same digit.  It has three steps:
//
//     count      how many keys of each digit does each work-group have?
//     scan       where does each work-group put its first key of each digit?
//     scatter    each key goes to its place (radix_sort_plain or radix_sort_tiled)
//
// The rung `hybrid` has passes by the upper digits only; radix_sort_buckets.cl does the rest.
//
// Work-group g has the keys from g * share on, `share` of them.  counts[digit][group] is the result
// of count.  After scan it is the number of keys with this digit in the work-groups before.
// totals[digit] is the number of all keys with this digit.
//
// No key is written past the end, even if the counts are wrong because a kernel before has failed.
//
// The host sets the macros of keys.h and radix_rank.h.  ITEMS is 1 for radix_sort_plain.

#include "keys.h"
#include "radix_rank.h"

// --- count and scan, for all rungs

FIXED radix_sort_count(global uint *restrict counts, global const uint *restrict keys, uint n,
                       uint shift, uint share)
{
    local uint counters[DIGITS];
    uint item = get_local_id(0), group = get_group_id(0), groups = get_num_groups(0);
    clear_counters(counters, DIGITS);
    uint first = group * share, end = min(first + share, n);
    for (; first < end; first += TILE) {
        uint own[ITEMS];
        load_keys(own, keys + first, end - first);
        FOR_EACH_KEY (k)
            if (place_of(k) < end - first) COUNT(&counters[digit_of(own[k], shift)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = item; d < DIGITS; d += GROUP)
        counts[d * groups + group] = counters[d];
}

// One work-group per digit, one piece of its row per work-item.
FIXED radix_sort_scan(global uint *restrict counts, global uint *restrict totals, uint groups)
{
    local uint room[2 * GROUP];
    uint item = get_local_id(0), each = (groups + GROUP - 1) / GROUP;
    uint first = min(item * each, groups), end = min(first + each, groups);
    global uint *row = counts + (size_t)get_group_id(0) * groups;
    uint sum = 0;
    for (uint i = first; i < end; i++)
        sum += row[i];
    uint before = sum_before(room, sum);
    for (uint i = first; i < end; i++) {
        uint count = row[i];
        row[i] = before;
        before += count;
    }
    if (item == GROUP - 1) totals[get_group_id(0)] = before;
}

// Where this work-group's first key of each digit goes: after all keys with a lower digit, and
// after the keys with the same digit in the work-groups before.
void find_starts(local uint *starts, local uint *room, global const uint *counts,
                 global const uint *totals)
{
    uint item = get_local_id(0), each = (DIGITS + GROUP - 1) / GROUP, sum = 0;
    uint begin = min(item * each, DIGITS), end = min(begin + each, DIGITS);
    for (uint d = begin; d < end; d++)
        sum += totals[d];
    uint lower = sum_before(room, sum);
    for (uint d = begin; d < end; d++) {
        starts[d] = lower + counts[d * get_num_groups(0) + get_group_id(0)];
        lower += totals[d];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// --- plain: one key per work-item

// A key goes behind the keys of the same digit that earlier work-items of the group have.
FIXED radix_sort_plain(global uint *restrict out, global uint *restrict out_values,
                       global const uint *restrict keys, global const uint *restrict values,
                       global const uint *restrict counts, global const uint *restrict totals,
                       uint n, uint shift, uint share)
{
    local uint starts[DIGITS], digits[GROUP], room[2 * GROUP];
    uint item = get_local_id(0), i = get_global_id(0);
    find_starts(starts, room, counts, totals);
    uint digit = i < n ? digit_of(keys[i], shift) : DIGITS;
    digits[item] = digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n) return;
    uint place = starts[digit];
    for (uint k = 0; k < item; k++)
        place += digits[k] == digit;
    if (place >= n) return;
    out[place] = keys[i];
#if PAIRS
    out_values[place] = values[i];
#endif
}

// --- tiled, bits_8: a tile of keys is sorted in local memory first, so that neighbours are written
// to neighbouring places

// The work-group sorts its tiles one after the other.  starts[digit] is where its next key of this
// digit goes.  In the sorted tile the keys of a digit are neighbours, so one number per digit tells
// how far all of them move:
//
//     place in the tile      0  1  2  3  4  5
//     digit                  0  0  2  2  2  3         starts[2] is 40: offsets[2] = 40 - 2
//     place in `out`         .  . 40 41 42  .         place 3 goes to 38 + 3
FIXED radix_sort_tiled(global uint *restrict out, global uint *restrict out_values,
                       global const uint *restrict keys, global const uint *restrict values,
                       global const uint *restrict counts, global const uint *restrict totals,
                       uint n, uint shift, uint share)
{
    local uint tile[TILE], starts[DIGITS], offsets[DIGITS];
    local rank_room ranks;
    uint item = get_local_id(0), own[ITEMS], places[ITEMS];
    uint first = get_group_id(0) * share, end = min(first + share, n);
    find_starts(starts, ranks.room, counts, totals);
    for (; first < end; first += TILE) {
        uint count = min((uint)TILE, end - first);
        load_keys(own, keys + first, count);
        rank_keys(places, own, &ranks, shift);
        FOR_EACH_KEY (k)
            tile[places[k]] = own[k];
#if PAIRS    // values take the same ways
        load_own(own, values + first, count, 0);
        FOR_EACH_KEY (k)
            ranks.of.values[places[k]] = own[k];
#endif
        for (uint d = item; d < DIGITS; d += GROUP) {
            uint here = digit_start(&ranks, d);
            offsets[d] = starts[d] - here;
            starts[d] += digit_start(&ranks, d + 1) - here;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint p = item; p < count; p += GROUP) {
            uint to = offsets[digit_of(tile[p], shift)] + p;
            if (to >= n) continue;    // a kernel before has failed
            out[to] = tile[p];
#if PAIRS
            out_values[to] = ranks.of.values[p];
#endif
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
