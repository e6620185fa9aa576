// SPDX-License-Identifier: MIT
//
// The end of a stable radix sort, in one launch: the last step of the rung `hybrid` of
// radix_sort_ladder.
//
// The passes by the upper digits are over.  Keys with the same upper bits, those from `low_bits`
// on, are neighbours now: a bucket.  Buckets are in their order, and fit into local memory.
//
// The host sets the macros of keys.h and radix_tile.h.

#include "keys.h"
#include "radix_tile.h"

#if TILE > 65536
#error "a place in a tile has 16 bits: a tile must have at most 65536 keys"
#endif

#define MOST_DIGITS (TILE + TILE / 2)
#define MOST_ALIKE  64u    // keys with the same digit

uint upper_bits(uint key, uint low_bits)
{
    return RANK(uint, key) >> low_bits;
}

// Which buckets begin in the first `window` places of the tile?  They are from bounds[0] to
// bounds[1] - 1.  bounds[0] is TILE if there is none, bounds[1] is TILE + 1 if the last one does
// not end in the tile.  The tile begins with keys[at].
void find_buckets(local uint *bounds, local uint *tile, const uint *own, global const uint *keys,
                  uint at, uint n, uint window, uint low_bits)
{
    uint count = min((uint)TILE, n - at);
    if (get_local_id(0) == 0) {
        bounds[0] = TILE;
        bounds[1] = at + count < n ? TILE + 1 : count;
    }
    FOR_EACH_KEY (k)
        tile[place_of(k)] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_EACH_KEY (k) {
        uint p = place_of(k), before = p > 0 ? tile[p - 1] : keys[max(at, 1u) - 1];
        bool begins = at + p == 0 || upper_bits(own[k], low_bits) != upper_bits(before, low_bits);
        if (begins && p < count) atomic_min(&bounds[p >= window], p);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// A digit of many values: MOST_DIGITS or fewer.
typedef struct {
    uint shift, values;
} digit;

// Of numbers up to `largest`, the highest digit.
digit highest_digit(uint largest)
{
    digit d = { 0, 0 };
    while (largest >> d.shift >= MOST_DIGITS)
        d.shift++;
    d.values = (largest >> d.shift) + 1;
    return d;
}

// It is larger only if a kernel before has failed.
uint digit_of(uint rank, digit d)
{
    return min(rank >> d.shift, d.values - 1);
}

// How many ranks come before ranks[own]?  Those of lower digits, and of those with the same digit
// the lower ones, and equal ones that were before it.
uint find_place(local const uint *ranks, local const ushort *olds, local const uint *starts,
                uint own, digit d)
{
    uint rank = ranks[own], value = digit_of(rank, d), place = starts[value];
    uint end = min(starts[value + 1], place + MOST_ALIKE);
    for (uint k = starts[value]; k < end; k++)
        place += ranks[k] < rank || (ranks[k] == rank && olds[k] < olds[own]);
    return place;
}

// The work-group sorts the buckets that begin in its window, all at once.  Its tile is larger than
// its window, because the last bucket ends in the next one.  A digit of about as many values as
// there are keys divides them, in any order within a digit.  Then a key's place is its place among
// the few keys with the same digit:
//
//     keys                            532 113 371 524 115    digits are hundreds
//     divided                         115 113 371 532 524
//     smaller, with the same digit      1   0   0   1   0
//     place                             1   0   2   4   3
//
// `failed` becomes 1 if a bucket is larger than the tile, or if more than MOST_ALIKE keys have the
// same digit.
FIXED radix_sort_buckets(global uint *restrict out, global uint *restrict out_values,
                         global const uint *restrict keys, global const uint *restrict values,
                         global uint *restrict failed, uint n, uint low_bits, uint window)
{
    local uint tile[TILE], starts[MOST_DIGITS + 1], room[2 * GROUP], bounds[2];
    local ushort olds[TILE];    // where they were in the tile
    uint own[ITEMS], places[ITEMS], item = get_local_id(0), at = get_group_id(0) * window;
    uint loaded = min((uint)TILE, n - at);
    load_keys(own, keys + at, loaded);
    find_buckets(bounds, tile, own, keys, at, n, window, low_bits);
    uint first = bounds[0], end = bounds[1];
    if (item == 0 && first < TILE && end > TILE) atomic_xchg(failed, 1);
    if (first >= TILE || end > TILE) first = end = 0;    // nothing to do
    uint count = end - first, lowest = upper_bits(tile[first], low_bits);
    uint highest = upper_bits(tile[max(end, 1u) - 1], low_bits);
    digit d = highest_digit(((highest - lowest + 1) << low_bits) - 1);
    lowest <<= low_bits;
    clear_counters(starts, d.values);

#define IS_MINE(k) (place_of(k) - first < count)
    FOR_EACH_KEY (k) {
        own[k] = RANK(uint, own[k]) - lowest;
        if (IS_MINE(k)) places[k] = COUNT(&starts[digit_of(own[k], d)]);
        if (IS_MINE(k) && places[k] >= MOST_ALIKE) atomic_xchg(failed, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    scan(starts, d.values, room);
    if (item == 0) starts[d.values] = count;
    FOR_EACH_KEY (k)
        if (IS_MINE(k)) {
            uint p = starts[digit_of(own[k], d)] + places[k];
            tile[p] = own[k];
            olds[p] = place_of(k);
        }
#if PAIRS
    local uint old_values[TILE];
    load_own(own, values + at, loaded, 0);
    FOR_EACH_KEY (k)
        old_values[place_of(k)] = own[k];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint p = item; p < count; p += GROUP) {
        uint to = at + first + find_place(tile, olds, starts, p, d);
        out[to] = UNRANK(uint, tile[p] + lowest);
#if PAIRS
        out_values[to] = old_values[olds[p]];
#endif
    }
}
