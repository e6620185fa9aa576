// SPDX-License-Identifier: MIT
//
// radix_tile.h - how a work-group shares a tile of keys, and sums.
//
// A tile has TILE keys.  TEAM work-items with neighbouring ids are a team; it has a piece of the
// tile: ITEMS rows of TEAM keys.  So row k of a team has one key per work-item:
//
//     team 0    row 0    k k k k        team 1    row 0    k k k k
//               row 1    k k k k                  row 1    k k k k
//
// The host sets
//     GROUP    work-items per work-group, a power of two
//     ITEMS    keys of a tile per work-item
// and the macros of keys.h, which must be included before.

#if !defined(GROUP) || !defined(ITEMS)
#error "the host must build this file with -DGROUP= -DITEMS="
#endif

#define TILE  (GROUP * ITEMS)
#define TEAM  (GROUP < 32 ? GROUP : 32)
#define FIXED kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void

// Few keys per work-item are to stay in registers: then their loops must be unrolled.
#if ITEMS <= 32
#define FOR_EACH_KEY(k) _Pragma("unroll") for (uint k = 0; k < ITEMS; k++)
#else
#define FOR_EACH_KEY(k) for (uint k = 0; k < ITEMS; k++)
#endif

// A work-group of one work-item needs no atomics, which are slow on CPUs.
#if GROUP == 1
#define COUNT(counter) ((*(counter))++)
#else
#define COUNT(counter) atomic_inc(counter)
#endif

// The sum of `own` over the work-items before this one.
//
//     own       3  1  4  1  5  9        step 1: add the three neighbours on the left
//               3  4  8  9 11 19        step 4: add those that are 4, 8 and 12 places to the left
//               3  4  8  9 14 23        the sums up to this work-item; less its own is the result
//
// A step reads one half of room[2 * GROUP] and writes the other: so one barrier per step is enough.
uint sum_before(local uint *room, uint own)
{
    uint item = get_local_id(0), sum = own;
    int at = 0;
    local uint *mine = room + item;
    _Pragma("unroll") for (int step = 1; step < GROUP; step *= 4)
    {
        mine[at] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 1; k < 4; k++)
            sum += item >= k * step ? mine[at - k * step] : 0;
        at = GROUP - at;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum - own;
}

// Where key k of this work-item stands in the tile.
uint place_of(uint k)
{
    uint item = get_local_id(0);
    return item / TEAM * (TEAM * ITEMS) + k * TEAM + item % TEAM;
}

// The keys, or the values, of this work-item.  All loads are under way before the first number is
// used.  Places past the last one get `fill`.
void load_own(uint *own, global const uint *numbers, uint count, uint fill)
{
    uint first = place_of(0);
    numbers += first;
    FOR_EACH_KEY (k)
        own[k] = first + k * TEAM < count ? numbers[k * TEAM] : fill;
}

// As load_own, for tiles that are nearly all full: those need no checks.
void load_full(uint *own, global const uint *numbers, uint count, uint fill)
{
    if (count < TILE)
        load_own(own, numbers, count, fill);
    else
        FOR_EACH_KEY (k)
            own[k] = (numbers + place_of(0))[k * TEAM];
}

// Places past the last key get the highest rank: they stay behind all keys.
void load_keys(uint *own, global const uint *keys, uint count)
{
    load_own(own, keys, count, UNRANK(uint, UINT_MAX));
}

// Sets counters to 0.
void clear_counters(local uint *counters, uint count)
{
    for (uint d = get_local_id(0); d < count; d += GROUP)
        counters[d] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Each number becomes the sum of those before it.  A piece of them per work-item: an odd number, so
// that neighbours use different memory banks.
void scan(local uint *numbers, uint count, local uint *room)
{
    uint item = get_local_id(0), each = (count + GROUP - 1) / GROUP | 1, sum = 0;
    uint begin = min(item * each, count), end = min(begin + each, count);
    for (uint i = begin; i < end; i++)
        sum += numbers[i];
    uint before = sum_before(room, sum);
    for (uint i = begin; i < end; i++) {
        uint number = numbers[i];
        numbers[i] = before;
        before += number;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
