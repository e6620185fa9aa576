// SPDX-License-Identifier: MIT
//
// A radix sort of keys alone for GPUs, the highest digit first.  It need not be stable, because
// equal keys are the same bits.  So work-groups do not wait for each other's counts: each books
// room in the buckets when it needs it.
//
// A level divides buckets of too many keys, its parents, by the next digit into children:
//
//     radix_start        before the first level: all keys are one parent, there are no counts yet
//     radix_clear        sets the counts of the children to 0, from level 2 on
//     radix_plan         divides the parents into tiles, one work-group per tile, from level 2 on
//     radix_count        adds the digits of a tile to the counts of its parent's children
//     radix_children     where each child begins; small children go to one list, large ones to the
//                        list of the next level; at level 0 it plans level 1, too
//     radix_partition    moves the keys of a tile to the children
//     radix_small        sorts each small child in local memory; crowded ones are only marked
//     radix_crowded      sorts those
//
// A bucket is two numbers of a list: its first place, and how many keys it has; a small one has a
// third number: its keys differ in so many bits.  The child of parent p with digit d has cursor
// p << bits | d: first its count, then the place of its next key.  At level 0 all tiles would add
// to the cursors of one parent, and wait for each other.  So there tiles take turns with COPIES of
// the cursors.  tile_starts[p] is the number of tiles of the parents before p.  state[] has the
// lengths of each level's lists: state[level] parents, and state[SMALL + level] small children.
//
// There are at most `parents_room` parents and `small_room` small buckets.  No kernel leaves the
// buffers, even if a kernel before it failed.  No kernel returns before a barrier: a work-group
// without work goes through loops without iterations.
//
// The host sets LEVELS; MAX_BITS, the most bits of a digit; SMALL_BITS, those of the digit by which
// a small bucket is divided; MOST_ALIKE, the most keys that have one such digit; COPIES; APART; and
// the macros of keys.h and radix_tile.h.

#if !defined(MAX_BITS) || !defined(SMALL_BITS) || !defined(MOST_ALIKE)
#error "the host must build this file with -DMAX_BITS= -DSMALL_BITS= and -DMOST_ALIKE="
#endif
#if !defined(COPIES) || !defined(APART) || !defined(LEVELS)
#error "the host must build this file with -DCOPIES= -DAPART= and -DLEVELS="
#endif

#include "keys.h"
#include "radix_tile.h"

#define SMALL (LEVELS + 1)

uint bits_of(uint key, uint shift, uint bits)
{
    return RANK(uint, key) >> shift & ((1u << bits) - 1);
}

kernel void radix_clear(global uint *restrict cursors, uint count)
{
    size_t i = get_global_id(0);
    if (i < count) cursors[i] = 0;
}

// Clears the counts of levels 0 and 1.  All keys are the one parent of level 0.
kernel void radix_start(global uint *restrict cursors, global uint *restrict tile_starts,
                        global uint *restrict state, global uint *restrict parents,
                        global uint *restrict next_cursors, uint count, uint next_count, uint n)
{
    size_t i = get_global_id(0);
    if (i < count) cursors[i] = 0;
    if (i < next_count) next_cursors[i] = 0;
    if (i < 2 * SMALL) state[i] = i == 0;
    if (i > 0) return;
    parents[0] = 0;
    parents[1] = n;
    tile_starts[0] = 0;
    tile_starts[1] = (n + TILE - 1) / TILE;
}

// Divides `count` parents into tiles; for one work-group.
void plan_tiles(global uint *tile_starts, global const uint *parents, uint count, local uint *room)
{
    uint item = get_local_id(0), each = (count + GROUP - 1) / GROUP;
    uint first = min(item * each, count), end = min(first + each, count), sum = 0;
    for (uint p = first; p < end; p++)
        sum += (parents[2 * p + 1] + TILE - 1) / TILE;
    uint before = sum_before(room, sum);
    for (uint p = first; p < end; p++) {
        tile_starts[p] = before;
        before += (parents[2 * p + 1] + TILE - 1) / TILE;
    }
    if (first < end && end == count) tile_starts[end] = before;
}

// One work-group.
FIXED radix_plan(global uint *restrict tile_starts, global const uint *restrict state,
                 global const uint *restrict parents, uint parents_room, uint level)
{
    local uint room[2 * GROUP];
    plan_tiles(tile_starts, parents, min(state[level], parents_room), room);
}

typedef struct {
    uint parent, first, count;    // count 0: there is no such tile
} tile_place;

// The parent is the last one that begins at this tile or before: no parent is empty.
tile_place find_tile(uint tile, global const uint *tile_starts, global const uint *parents,
                     uint parent_count, uint n)
{
    uint low = 0, high = parent_count;
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

uint copies_of(uint level)
{
    return level == 0 ? COPIES : 1;
}

// The cursors of the parent's digits that this tile uses.  Those of neighbouring digits are
// neighbours: so the atomic additions of neighbouring work-items become one access.
global uint *find_cursors(global uint *cursors, uint parent, uint bits, uint copies)
{
    return cursors + ((size_t)(parent + get_group_id(0) % copies) << bits);
}

// The tile that this work-group counts.  From level 1 on those of neighbouring work-groups are far
// apart: what runs at the same time seldom adds to the same counts.  Work-groups 0, 1, ... have the
// first tiles of rows 0, 1, ...; then come the second ones.
uint tile_to_count(uint tiles, uint level)
{
    uint group = get_group_id(0), row = (tiles + APART - 1) / APART;
    if (level == 0) return group;
    return group / APART < row ? group % APART * row + group / APART : tiles;
}

FIXED radix_count(global uint *restrict cursors, global const uint *restrict keys,
                  global const uint *restrict parents, global const uint *restrict tile_starts,
                  global const uint *restrict state, uint parents_room, uint level, uint shift,
                  uint bits, uint n)
{
    local uint counters[1 << MAX_BITS];
    uint own[ITEMS];
    uint parent_count = min(state[level], parents_room);
    tile_place place = find_tile(tile_to_count(tile_starts[parent_count], level), tile_starts,
                                 parents, parent_count, n);
    load_keys(own, keys + place.first, place.count);
    clear_counters(counters, 1u << bits);
    FOR_EACH_KEY (k)
        if (place_of(k) < place.count) COUNT(&counters[bits_of(own[k], shift, bits)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    global uint *counts = find_cursors(cursors, place.parent, bits, copies_of(level));
    for (uint d = get_local_id(0); d < 1u << bits; d += GROUP)
        if (counters[d] > 0) atomic_add(&counts[d], counters[d]);
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

void add_large(global uint *list, uint at, uint first, uint n)
{
    list[2 * at] = first;
    list[2 * at + 1] = n;
}

void add_small(global uint *list, uint at, uint first, uint n, uint shift)
{
    list[3 * at] = first;
    list[3 * at + 1] = n;
    list[3 * at + 2] = shift;
}

// SPAN neighbours of no more than JOINED keys each can become one small bucket.  One digit of
// SMALL_BITS divides it into parts of JOINED keys or less: no two children have the same one.
#define SPAN   min(32u, 1u << SMALL_BITS)
#define JOINED min(64u, (uint)MOST_ALIKE)

// Children of a parent whose keys begin at `first`.  Those of child d begin starts[d] later.
typedef struct {
    local const uint *starts;
    uint begin, end, first, shift;
    uint most_small, most_joined;    // keys of a small bucket, of one that has more than one child
} children;

// Places in the lists, or lengths of lists.
typedef struct {
    uint small, large;
} places;

// Adds the children from c.begin to c.end to the lists from `at` on, and gives the places behind
// them.  What does not fit into the lists' room is only counted.
places list_children(children c, global uint *small, global uint *large, places at, places room)
{
    for (uint d = c.begin; d < c.end;) {
        uint start = c.starts[d], end = c.starts[d + 1], last = d, next = d + 1;
        bool joins = end > start && end - start <= JOINED;
        for (; joins && next < c.end && next % SPAN > 0; next++) {
            uint behind = c.starts[next + 1];
            if (behind - end > JOINED || behind - start > c.most_joined) break;
            if (behind > end) last = next;
            end = behind;
        }
        uint first = c.first + start, n = end - start;
        if (n > c.most_small) {
            if (at.large < room.large) add_large(large, at.large, first, n);
            at.large++;
        } else if (n > 0) {
            uint differ = 32 - clz(d ^ last);    // lower bits of the digit
            if (at.small < room.small) add_small(small, at.small, first, n, c.shift + differ);
            at.small++;
        }
        d = next;
    }
    return at;
}

// The keys of a child: the sum of counts[0], counts[digits], ...
uint sum_of(global const uint *counts, uint copies, uint digits)
{
    uint sum = 0;
    for (uint k = 0; k < copies; k++)
        sum += counts[k * digits];
    return sum;
}

// These counts become places, from `first` on.
void replace_counts(global uint *counts, uint copies, uint digits, uint first)
{
    for (uint k = 0; k < copies; k++) {
        uint n = counts[k * digits];
        counts[k * digits] = first;
        first += n;
    }
}

// One work-group per parent.  Neighbouring work-items read neighbouring counts; then each lists a
// piece of the children, with sums in local memory.  All children of level 0 are
// large: so the others have so many bits in common that labels fit (divide_bucket).  From level 2
// on this is true for small neighbours, too.  After the lowest digit (shift 0) the children are
// sorted already.  At level 0 the only work-group knows all parents of level 1, and plans them.
FIXED radix_children(global uint *restrict cursors, global uint *restrict small,
                     global uint *restrict large, global uint *restrict next_starts,
                     global uint *restrict state, global const uint *restrict parents,
                     uint parents_room, uint level, uint shift, uint bits, uint small_room)
{
    local uint starts[(1 << MAX_BITS) + 1], room[2 * GROUP];
    uint parent = get_group_id(0), item = get_local_id(0), digits = 1u << bits;
    if (parent >= min(state[level], parents_room)) parent = digits = 0;    // nothing to do
    global uint *counts = cursors + ((size_t)parent << bits);
    for (uint d = item; d < digits; d += GROUP)
        starts[d] = sum_of(counts + d, copies_of(level), digits);
    if (item == 0) starts[digits] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    scan(starts, digits + 1, room);

    uint each = (digits + GROUP - 1) / GROUP;
    if (level >= 2) each = max(each, SPAN);
    uint begin = min(item * each, digits), end = min(begin + each, digits);
    children c = { .starts = starts, .begin = begin, .end = end, .shift = shift };
    c.first = parents[2 * parent];
    c.most_small = level == 0 ? 0 : TILE;
    c.most_joined = level < 2 ? 0 : TILE;
    places none = { 0, 0 }, most = { small_room, parents_room }, at = none;
    if (shift > 0) at = list_children(c, small, large, none, none);
    at.small = book(room, &state[SMALL + level], at.small);
    at.large = book(room, &state[level + 1], at.large);
    if (shift > 0) list_children(c, small, large, at, most);
    for (uint d = item; d < digits; d += GROUP)
        replace_counts(counts + d, copies_of(level), digits, c.first + starts[d]);

    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);    // the list is complete
    plan_tiles(next_starts, large, level == 0 ? min(state[1], parents_room) : 0, room);
}

// A work-item's key gets its rank among the keys of the same digit in the tile from an atomic
// counter, in any order.  Then the work-group books room in each child: one addition per digit.
// Sorted in local memory, the keys of a digit are neighbours, and are written to neighbours.
FIXED radix_partition(global uint *restrict out, global uint *restrict cursors,
                      global const uint *restrict keys, global const uint *restrict parents,
                      global const uint *restrict tile_starts, global const uint *restrict state,
                      uint parents_room, uint level, uint shift, uint bits, uint n)
{
    local uint tile[TILE], counters[1 << MAX_BITS], offsets[1 << MAX_BITS], room[2 * GROUP];
    uint item = get_local_id(0), digits = 1u << bits, own[ITEMS], ranks[ITEMS];
    tile_place place =
        find_tile(get_group_id(0), tile_starts, parents, min(state[level], parents_room), n);
    load_keys(own, keys + place.first, place.count);
    clear_counters(counters, digits);
    FOR_EACH_KEY (k)
        if (place_of(k) < place.count) ranks[k] = COUNT(&counters[bits_of(own[k], shift, bits)]);
    barrier(CLK_LOCAL_MEM_FENCE);

    uint each = (digits + GROUP - 1) / GROUP, sum = 0;
    uint begin = min(item * each, digits), end = min(begin + each, digits);
    for (uint d = begin; d < end; d++)
        sum += counters[d];
    uint before = sum_before(room, sum);
    global uint *next = find_cursors(cursors, place.parent, bits, copies_of(level));
    for (uint d = begin; d < end; d++) {
        uint count = counters[d];
        if (count > 0) offsets[d] = atomic_add(&next[d], count) - before;
        counters[d] = before;
        before += count;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    FOR_EACH_KEY (k)
        if (place_of(k) < place.count)
            tile[counters[bits_of(own[k], shift, bits)] + ranks[k]] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint p = item; p < place.count; p += GROUP) {
        uint to = offsets[bits_of(tile[p], shift, bits)] + p;
        if (to < n) out[to] = tile[p];    // not so if a kernel before has failed
    }
}

// --- small buckets

// Divides a bucket by its highest digit, in any order within a digit.  starts[d] becomes the place
// of the first key of digit d.  The tile gets labels: numbers in the order of the ranks, no two of
// them the same.  All keys of a bucket have the same bits from `shift` on.  A label is the others,
// and below them the key's place in its digit.  Gives the largest place that this work-item saw.
uint divide_bucket(local uint *tile, local uint *starts, local uint *room, global const uint *keys,
                   uint count, uint shift)
{
    uint own[ITEMS], most = 0, up = 32 - shift, bits = min(shift, (uint)SMALL_BITS);
    load_keys(own, keys, count);
    clear_counters(starts, 1u << bits);
    FOR_EACH_KEY (k)
        if (place_of(k) < count) {
            uint label = RANK(uint, own[k]) << up, place = COUNT(&starts[label >> (32 - bits)]);
            own[k] = label | place;
            most = max(most, place);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    scan(starts, 1u << bits, room);
    if (get_local_id(0) == 0) starts[1u << bits] = count;
    FOR_EACH_KEY (k)
        if (place_of(k) < count)
            tile[starts[own[k] >> (32 - bits)] + (own[k] & ((1u << up) - 1))] = own[k];
    return most;
}

// The place of label `own`: how many labels are smaller.  Labels of lower digits are.  If the digit
// has all bits in which the keys differ, the labels are in order.
uint find_place(local const uint *labels, local const uint *starts, uint own, uint shift)
{
    if (shift <= SMALL_BITS) return own;
    uint label = labels[own], d = label >> (32 - SMALL_BITS);
    uint place = starts[d], end = starts[d + 1];
    for (uint k = starts[d]; k < end; k++)
        place += labels[k] < label;
    return place;
}

// Sorts the tile in a time that does not depend on its numbers, by a bitonic network.  Neighbouring
// runs of 1, 2, 4, ... numbers are merged: first those are compared that are mirrored between the
// runs, then those with a distance of `step`.  It is as if the largest numbers stood behind the
// tile.
void sort_tile(local uint *tile, uint count)
{
    for (uint run = 1; run < count; run *= 2)
        for (uint step = run; step > 0; step /= 2) {
            for (uint k = get_local_id(0); 2 * k < count + step; k += GROUP) {
                uint low = 2 * k - (k & (step - 1)), high = low + step;
                if (step == run) high = low ^ (2 * run - 1);
                if (high < count && tile[high] < tile[low]) {
                    uint larger = tile[low];
                    tile[low] = tile[high];
                    tile[high] = larger;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
}

// The place of key `own` of a few: how many come before it.
uint count_before(local const uint *keys, uint own, uint n)
{
    uint rank = RANK(uint, keys[own]), before = 0;
    for (uint k = 0; k < n; k++) {
        uint other = RANK(uint, keys[k]);
        before += other < rank || (other == rank && k < own);
    }
    return before;
}

typedef struct {
    uint first, count, shift;
} bucket;

bucket find_small(global const uint *small, uint b, uint n)
{
    bucket found = { small[3 * b], small[3 * b + 1], small[3 * b + 2] };
    if (found.shift == 0 || found.count > TILE || found.first > n || found.count > n - found.first)
        found.count = 0;    // a kernel before has failed
    return found;
}

#define CROWDED 32    // a mark instead of the number of bits in which keys differ

// A work-group sorts some of the small buckets, one after the other, by the bits in which their
// keys differ, from `keys` into `out`, which may be the same buffer.  It divides a bucket by the
// highest of these bits, at most SMALL_BITS.  Then a key's place is its place among the few keys
// with the same digit:
//
//     keys of the bucket     53 11 37 52 17 10      digits are tens
//     divided                11 17 10 37 53 52
//     places                  1  2  0  3  5  4
//
// Two kinds of buckets are special.  One of no more keys than work-items is not divided.  One with
// too many keys of one digit is crowded: it is marked, and radix_crowded sorts it.
FIXED radix_small(global uint *out, global const uint *keys, global uint *restrict small,
                  global const uint *restrict state, uint level, uint n, uint small_room)
{
    local uint tile[TILE], starts[(1 << SMALL_BITS) + 1], room[2 * GROUP], crowded;
    uint item = get_local_id(0), buckets = min(state[SMALL + level], small_room);
    for (uint b = get_group_id(0); b < buckets; b += get_num_groups(0)) {
        bucket own = find_small(small, b, n);
        uint first = own.first, count = own.count, shift = own.shift, most = 0;
        uint above = count > 0 ? RANK(uint, keys[first]) >> shift << shift : 0;
        bool few = count <= GROUP;
        if (item == 0) crowded = 0;
        if (few)
            tile[item] = item < count ? keys[first + item] : 0;
        else
            most = divide_bucket(tile, starts, room, keys + first, count, shift);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (most >= MOST_ALIKE && shift > SMALL_BITS) crowded = 1;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);    // all have read, now all write
        if (crowded && item == 0) small[3 * b + 2] = CROWDED;
        for (uint p = item; p < (crowded ? 0 : count); p += GROUP) {
            uint to = few ? count_before(tile, p, count) : find_place(tile, starts, p, shift);
            out[first + to] = few ? tile[p] : UNRANK(uint, above | tile[p] >> (32 - shift));
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}

// Each work-item looks at another small bucket.  Then the work-group sorts those that are crowded,
// one after the other.  Nearly all sorts have none.  In radix_small this would take registers from
// all buckets.
FIXED radix_crowded(global uint *out, global const uint *keys, global const uint *restrict small,
                    global const uint *restrict state, uint level, uint n, uint small_room)
{
    local uint tile[TILE], found[GROUP], count;
    uint item = get_local_id(0), mine = get_group_id(0) + item * get_num_groups(0);
    if (item == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine < min(state[SMALL + level], small_room) && small[3 * mine + 2] == CROWDED)
        found[atomic_inc(&count)] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0, all = count; k < all; k++) {
        bucket own = find_small(small, found[k], n);
        for (uint p = item; p < own.count; p += GROUP)
            tile[p] = RANK(uint, keys[own.first + p]);
        barrier(CLK_LOCAL_MEM_FENCE);
        sort_tile(tile, own.count);
        for (uint p = item; p < own.count; p += GROUP)
            out[own.first + p] = UNRANK(uint, tile[p]);
    }
}
