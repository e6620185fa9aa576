// SPDX-License-Identifier: MIT
//
// radix_tile.h - where do the keys of a tile go, if a work-group sorts them by one digit?
//
// A tile has TILE keys.  TEAM work-items with neighbouring ids are a team; it has a piece of the
// tile: ITEMS rows of TEAM keys.  So row k of a team has one key per work-item:
//
//     team 0    row 0    k k k k        team 1    row 0    k k k k
//               row 1    k k k k                  row 1    k k k k
//
// The host sets
//     GROUP         work-items per work-group, a power of two
//     ITEMS         keys of a tile per work-item
//     DIGIT_BITS    bits of a digit
// and the macros of keys.h, which must be included before.

#if !defined(GROUP) || !defined(ITEMS) || !defined(DIGIT_BITS)
#error "the host must build this file with -DGROUP= -DITEMS= -DDIGIT_BITS="
#endif

#define DIGITS (1u << DIGIT_BITS)
#define TILE   (GROUP * ITEMS)
#define TEAM   (GROUP < 32 ? GROUP : 32)
#define TEAMS  (GROUP / TEAM)
#define COLUMN (TEAMS | 1)    // odd, so that neighbours use different memory banks
#define FIXED  kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void

// Few keys per work-item are to stay in registers: then their loops must be unrolled.
#if ITEMS <= 32
#define EACH_KEY _Pragma("unroll")
#else
#define EACH_KEY
#endif

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

uint digit_of(uint key, uint shift)
{
    return RANK(uint, key) >> shift & (DIGITS - 1);
}

// Where key k of this work-item stands in the tile.
uint place_of(uint k)
{
    uint item = get_local_id(0);
    return item / TEAM * (TEAM * ITEMS) + k * TEAM + item % TEAM;
}

// The keys of this work-item.  All loads are under way before the first key is used.  Places past
// the last key get the highest rank: they stay behind all keys.
void load_keys(uint *own, global const uint *keys, uint count)
{
    EACH_KEY for (uint k = 0; k < ITEMS; k++)
    {
        uint p = place_of(k);
        own[k] = p < count ? keys[p] : UNRANK(uint, UINT_MAX);
    }
}

// Local memory of rank_keys.
typedef struct {
    uint masks[2][TEAMS][DIGITS];
    uint counts[DIGITS * COLUMN];    // that of a team and a digit is at digit * COLUMN + team
    uint room[2 * GROUP];
} rank_room;

void clear_ranks(local rank_room *r)
{
    for (uint i = get_local_id(0); i < TEAMS * DIGITS; i += GROUP)
        r->masks[0][i / DIGITS][i % DIGITS] = r->masks[1][i / DIGITS][i % DIGITS] = 0;
    for (uint i = get_local_id(0); i < DIGITS * COLUMN; i += GROUP)
        r->counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// before[k] becomes the number of keys with the same digit in the rows of this team before key k.
// In a row, each key sets its bit in the mask of its digit:
//
//     digits of the row     2 0 2 2        mask of digit 2    1101 (the last key's bit on the left)
//     keys before me        0 0 1 2        the set bits below my own
//
// The first key of each digit then adds the row to the count.  Rows use two masks in turn, so that
// one can be cleared while the other is used.
void count_rows(uint *before, const uint *own, local rank_room *r, uint shift)
{
#if GROUP == 1
    for (uint k = 0; k < ITEMS; k++)
        before[k] = r->counts[digit_of(own[k], shift)]++;
#else
    uint team = get_local_id(0) / TEAM, lane = get_local_id(0) % TEAM;
    EACH_KEY for (uint k = 0; k < ITEMS; k++)
    {
        uint digit = digit_of(own[k], shift);
        local uint *mask = &r->masks[k % 2][team][digit];
        local uint *count = &r->counts[digit * COLUMN + team];
        atomic_or(mask, 1u << lane);
        barrier(CLK_LOCAL_MEM_FENCE);
        uint same = *mask, earlier = popcount(same & ((1u << lane) - 1));
        before[k] = *count + earlier;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (earlier == 0) {
            *count += popcount(same);
            *mask = 0;
        }
    }
#endif
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

// places[k] becomes the place of key k in the tile after a stable sort by the digit at `shift`: after
// all keys with a lower digit, and those with the same digit before it.
void rank_keys(uint *places, const uint *own, local rank_room *r, uint shift)
{
    uint team = get_local_id(0) / TEAM;
    clear_ranks(r);
    count_rows(places, own, r, shift);
    scan(r->counts, DIGITS * COLUMN, r->room);
    EACH_KEY for (uint k = 0; k < ITEMS; k++) places[k] +=
        r->counts[digit_of(own[k], shift) * COLUMN + team];
}

// Where the keys of a digit begin in the tile, after rank_keys.
uint digit_start(local const rank_room *r, uint digit)
{
    return digit < DIGITS ? r->counts[digit * COLUMN] : TILE;
}
