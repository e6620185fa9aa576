// SPDX-License-Identifier: MIT
//
// radix_tile.h - a stable sort of a tile of keys in local memory, by a few bits of their ranks.
//
// The host sets
//     GROUP         work-items per work-group, a power of two
//     ITEMS         keys of a tile per work-item
//     SPLIT_BITS    bits that one call of split_tile sorts by
// and the macros of keys.h, which must be included before.

#if !defined(GROUP) || !defined(ITEMS) || !defined(SPLIT_BITS)
#error "the host must build this file with -DGROUP= -DITEMS= -DSPLIT_BITS="
#endif

#define SPLITS (1 << SPLIT_BITS)
#define TILE   (GROUP * ITEMS)
#define FIXED  kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void

// A work-group of one work-item needs no atomics, which are slow on CPUs.
#if GROUP == 1
#define COUNT(counter) ((*(counter))++)
#else
#define COUNT(counter) atomic_inc(counter)
#endif

// The sum of `own` over the work-items before this one.
//
//     own       3   1   4   1        step 1: add the neighbour on the left
//               3   4   5   5        step 2: add the one two places to the left
//               3   4   8   9        the sums up to this work-item; less its own is the result
//
// A step reads one half of room[2 * GROUP] and writes the other: so one barrier per step is enough.
uint sum_before(local uint *room, uint own)
{
    uint item = get_local_id(0), at = 0, sum = own;
    for (uint step = 1; step < GROUP; step *= 2) {
        room[at + item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += item >= step ? room[at + item - step] : 0;
        at = GROUP - at;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum - own;
}

typedef struct {
    local uint *keys, *values;    // of the tile
    local ushort *counters;       // [SPLITS][GROUP]
    local uint *room;             // [2 * GROUP], for sum_before
} tile_room;

// Sorts the tile by SPLIT_BITS bits of the ranks.  Work-item k has the ITEMS keys from k * ITEMS
// on.  It counts them in a column of its own, so a scan of all counters in this order
//
//     digit 0: item 0, item 1, ...    digit 1: item 0, item 1, ...
//
// gives each work-item the place of its first key of each digit, and equal keys keep their order.
void split_tile(tile_room t, uint shift)
{
    uint item = get_local_id(0);
    local ushort *column = t.counters + item, *piece = t.counters + item * SPLITS;
    uint keys[ITEMS];
    ushort before[ITEMS];    // keys of this work-item with the same digit before this one
    for (uint d = 0; d < SPLITS; d++)
        column[d * GROUP] = 0;
    for (uint k = 0; k < ITEMS; k++) {
        keys[k] = t.keys[item * ITEMS + k];
        before[k] = column[(RANK(uint, keys[k]) >> shift & (SPLITS - 1)) * GROUP]++;
    }
#if PAIRS
    uint values[ITEMS];
    for (uint k = 0; k < ITEMS; k++)
        values[k] = t.values[item * ITEMS + k];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);

    uint sum = 0;
    for (uint d = 0; d < SPLITS; d++)
        sum += piece[d];
    sum = sum_before(t.room, sum);
    for (uint d = 0; d < SPLITS; d++) {
        uint count = piece[d];
        piece[d] = sum;
        sum += count;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint k = 0; k < ITEMS; k++) {
        uint place = before[k] + column[(RANK(uint, keys[k]) >> shift & (SPLITS - 1)) * GROUP];
        t.keys[place] = keys[k];
#if PAIRS
        t.values[place] = values[k];
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
