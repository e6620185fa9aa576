// SPDX-License-Identifier: MIT
//
// A stable radix sort for CPUs, the highest digit first: long_items of radix_sort_msd.
//
//     count        how many keys of each digit does each share have?
//     partition    each key goes to the bucket of its digit
//     buckets      each bucket is sorted within the cache, by comparators or by the digits below
//
// A digit has 8 bits.  There are a few work-items, each alone in its work-group.  Work-item s of S
// has the keys from n * s / S on, its share.  counts[s][digit] is what count finds.  Each work-item
// has a `room` of its own in global memory, which stays in its cache.
//
// The macros are those of keys.h, and NETWORK: 1 when buckets of keys alone are sorted by
// comparators, else 0.

#include "keys.h"
#include "stream.h"
#if NETWORK
#include "sorting_network.h"
#endif

#define DIGITS     256
#define NEXT       (DIGITS + 1)       // in `starts`: the turn that no work-item has taken yet
#define TABLES     4                  // of counters: equal neighbours do not wait for each other
#define VECTORS    (PAIRS ? 4 : 8)    // cache lines of 64 bytes, which are written together
#define LINE       (VECTORS * 16)     // keys of them
#define FEW        32                 // keys of a bucket that is sorted by insertion
#define SOME       2048               // ... that two passes of fewer bits sort nearly
#define MANY       5000               // ... that two passes of MOST_BITS sort
#define MOST_BITS  12
#define COMPARED   12288              // ... that comparators sort: they fit a cache of 48 KiB
#define ROOM_PARTS (PAIRS ? 4 : 2)    // columns of `room_keys` keys or values
#define PER_ITEM   kernel __attribute__((reqd_work_group_size(1, 1, 1))) void

uint digit_of(uint key, uint shift)
{
    return RANK(uint, key) >> shift & (DIGITS - 1);
}

uint share_begin(uint n, size_t share)
{
    return (ulong)n * share / get_global_size(0);
}

PER_ITEM radix_msd_count(global uint *restrict counts, global const uint *restrict keys, uint first,
                         uint n, uint shift)
{
    uint tables[TABLES][DIGITS] = { { 0 } };
    size_t share = get_global_id(0);
    uint i = first + share_begin(n, share), end = first + share_begin(n, share + 1);
    for (; i + TABLES <= end; i += TABLES)
#pragma unroll
        for (uint k = 0; k < TABLES; k++)
            tables[k][digit_of(keys[i + k], shift)]++;
    for (; i < end; i++)
        tables[0][digit_of(keys[i], shift)]++;
    for (uint d = 0; d < DIGITS; d++)
        counts[share * DIGITS + d] = tables[0][d] + tables[1][d] + tables[2][d] + tables[3][d];
}

// The keys of a bucket that this work-item has collected and not written yet: what lies in the
// last, incomplete line of `out`.
//
//     out       | . . 5 6 | 7 8 9 a | b . . . |      first: the place of the 5
//     written     ----------------------             next: the place behind the b
//     line                            b . . .
typedef struct {
    uint first, next;
} cursor;

void write_places(global uint *out, global const uint *line, uint first, uint end)
{
    for (uint at = first; at < end; at++)
        out[at] = line[at % LINE];
}

// Whole lines are written at once and do not pass through the caches.  The first line may begin
// with keys of another work-item: then only our own places are written.
void write_line(global uint *out, global const uint *line, cursor c)
{
    uint begin = c.next - LINE;
    if (begin >= c.first)
        for (uint k = 0; k < LINE; k += 16)
            STREAM(*(global const uint16 *)(line + k), (global uint16 *)(out + begin + k));
    else
        write_places(out, line, c.first, c.next);
}

// Without lines of its own, a work-item would write to 256 places in turn: each write would read a
// whole cache line first, and use an entry of the TLB.  A full line is a branch that the processor
// does not foresee: long lines are full less often.
PER_ITEM radix_msd_partition(global uint *restrict out, global uint *restrict out_values,
                             global uint *restrict starts, global uint *restrict room,
                             global const uint *restrict keys, global const uint *restrict values,
                             global const uint *restrict counts, uint room_keys, uint first, uint n,
                             uint shift)
{
    cursor cursors[DIGITS];
    size_t share = get_global_id(0), shares = get_global_size(0);
    global uint *restrict lines = room + share * ROOM_PARTS * room_keys;
#if PAIRS
    global uint *restrict value_lines = lines + room_keys;
#endif
    uint sum = first;
    for (uint d = 0; d < DIGITS; d++) {
        if (share == 0) starts[d] = sum;
        for (size_t s = 0; s < shares; s++) {
            if (s == share) cursors[d].first = cursors[d].next = sum;
            sum += counts[s * DIGITS + d];
        }
    }
    if (share == 0) starts[DIGITS] = sum;
    if (share == 0) starts[NEXT] = 0;
    if (sum != first + n) return;    // the kernel before has failed

    uint end = first + share_begin(n, share + 1);
    for (uint i = first + share_begin(n, share); i < end; i++) {
        uint key = keys[i], d = digit_of(key, shift), at = cursors[d].next++;
        lines[d * LINE + at % LINE] = key;
#if PAIRS
        value_lines[d * LINE + at % LINE] = values[i];
#endif
        if (at % LINE == LINE - 1) {
            write_line(out, lines + d * LINE, cursors[d]);
#if PAIRS
            write_line(out_values, value_lines + d * LINE, cursors[d]);
#endif
        }
    }
    for (uint d = 0; d < DIGITS; d++) {
        uint from = max(cursors[d].first, cursors[d].next / LINE * LINE);
        write_places(out, lines + d * LINE, from, cursors[d].next);
#if PAIRS
        write_places(out_values, value_lines + d * LINE, from, cursors[d].next);
#endif
    }
}

typedef struct {
    global uint *keys, *values;
} column;

// Puts `key` where the sorted keys before place `at` want it.  Returns how many keys had to move.
uint insert(column to, uint at, uint key, uint value)
{
    uint place = at;
    for (; place > 0 && RANK(uint, to.keys[place - 1]) > RANK(uint, key); place--) {
        to.keys[place] = to.keys[place - 1];
#if PAIRS
        to.values[place] = to.values[place - 1];
#endif
    }
    to.keys[place] = key;
#if PAIRS
    to.values[place] = value;
#endif
    return at - place;
}

// Whether none of 16 keys belongs before its left neighbour.
bool in_order(global const uint *keys)
{
    uint wrong = 0;
    for (uint k = 0; k < 16; k++)
        wrong |= RANK(uint, (keys - 1)[k]) > RANK(uint, keys[k]);
    return wrong == 0;
}

// Insertion sort of nearly sorted keys.  Gives up and returns false when more than n keys moved.
bool sort_nearly(column c, uint n)
{
    uint moves = 0;
    for (uint first = 1; first < n && moves <= n; first += 16) {
        if (first + 16 <= n && in_order(c.keys + first)) continue;
        for (uint i = first; i < min(first + 16, n) && moves <= n; i++)
            moves += insert(c, i, c.keys[i], PAIRS ? c.values[i] : 0);
    }
    return moves <= n;
}

// Sorts a bucket by `bits` bits of the ranks, at most MOST_BITS.  All calls have constant bits.
void sort_pass(column to, column from, uint n, uint shift, uint bits)
{
    uint next[1 << MOST_BITS], mask = (1u << bits) - 1, sum = 0;
    global uint *restrict to_keys = to.keys;
    global const uint *restrict keys = from.keys;
    for (uint d = 0; d <= mask; d++)
        next[d] = 0;
    for (uint i = 0; i < n; i++)
        next[RANK(uint, keys[i]) >> shift & mask]++;
    for (uint d = 0; d <= mask; d++) {
        uint count = next[d];
        next[d] = sum;
        sum += count;
    }
    for (uint i = 0; i < n; i++) {
        uint place = next[RANK(uint, keys[i]) >> shift & mask]++;
        to_keys[place] = keys[i];
#if PAIRS
        to.values[place] = from.values[i];
#endif
    }
}

void copy_keys(column to, column from, uint n)
{
    for (uint i = 0; i < n; i++)
        to.keys[i] = from.keys[i];
#if PAIRS
    for (uint i = 0; i < n; i++)
        to.values[i] = from.values[i];
#endif
}

// A bucket is sorted from `from` to `to`, by way of a and b.
typedef struct {
    column to, from, a, b;
} way;

// The 24 bits of a bucket that one partition made:
//
//     keys           bits of the passes      counters
//     up to SOME     8, 8, 8                 3 x 256
//     up to MANY     9, 9, all but 6         2 x 512: then few neighbours are in the wrong order
//     more           12, 12                  2 x 4096
//
// Returns where the sorted keys are.
column sort_24_bits(way w, uint n)
{
    if (n >= MANY) {
        sort_pass(w.a, w.from, n, 0, MOST_BITS);
        sort_pass(w.b, w.a, n, MOST_BITS, MOST_BITS);
        return w.b;
    }
    if (n >= SOME) {
        sort_pass(w.a, w.from, n, 6, 9);
        sort_pass(w.b, w.a, n, 15, 9);
        if (sort_nearly(w.b, n)) return w.b;
        w.from = w.b;    // many keys differ in their last bits only
    }
    sort_pass(w.a, w.from, n, 0, 8);
    sort_pass(w.b, w.a, n, 8, 8);
    sort_pass(w.a, w.b, n, 16, 8);
    return w.a;
}

#if NETWORK
// Comparators do not look at digits.  They sort whole blocks of ranks, so the last block is filled
// up with the largest rank: those keys stay behind all others.
void sort_by_network(way w, uint n)
{
    global uint *ranks = w.a.keys;
    global uint16 *rows = (global uint16 *)ranks;
    uint end = 0;
    for (; end * 16 < n; end += ROWS) {
        for (uint i = end; i < end + ROWS; i++)
            if (i < n / 16)
                rows[i] = RANK(uint16, vload16(i, w.from.keys));
            else
                for (uint k = i * 16; k < i * 16 + 16; k++)
                    ranks[k] = k < n ? RANK(uint, w.from.keys[k]) : UINT_MAX;
        sort_block(rows + end);
    }
    merge_blocks(rows, end);
    for (uint i = 0; i < n / 16; i++)
        vstore16(UNRANK(uint16, rows[i]), i, w.to.keys);
    for (uint k = n / 16 * 16; k < n; k++)
        w.to.keys[k] = UNRANK(uint, ranks[k]);
}
#endif

// Sorts a bucket by the `shift` bits below its digit.
void sort_bucket(way w, uint n, uint shift)
{
    column sorted = w.a;
    if (n <= FEW) {
        for (uint i = 0; i < n; i++)
            insert(w.to, i, w.from.keys[i], PAIRS ? w.from.values[i] : 0);
        return;
    }
#if NETWORK
    if (n <= COMPARED) {
        sort_by_network(w, n);
        return;
    }
#endif
    if (shift == 24) {
        sorted = sort_24_bits(w, n);
    } else {
        sort_pass(w.a, w.from, n, 0, 8);
        if (shift == 16) {
            sort_pass(w.b, w.a, n, 8, 8);
            sorted = w.b;
        }
    }
    if (sorted.keys != w.to.keys) copy_keys(w.to, sorted, n);
}

// Work-items take the next bucket in turn, the large ones in a first round.  So all of them are
// busy until the end.  The first partition writes to t, the second one to y, and so on; the sorted
// keys must be in y.  Passes go from one part of the room to the other; a bucket with more keys
// than that goes from t to y and back.  A bucket of more than `limit` keys is left to the next
// partition.  y and t have `total` keys.
PER_ITEM radix_msd_buckets(global uint *y, global uint *y_values, global uint *t,
                           global uint *t_values, global uint *starts, global uint *room,
                           uint room_keys, uint total, uint shift, uint limit)
{
    if (shift == 0) return;
    global uint *mine = room + get_global_id(0) * ROOM_PARTS * room_keys;
    column near = { mine, mine + 2 * room_keys };
    column far = { mine + room_keys, mine + 3 * room_keys };
    for (;;) {
        uint turn = atomic_inc(&starts[NEXT]), bucket = turn % DIGITS;
        if (turn >= 2 * DIGITS) return;
        uint first = starts[bucket], n = starts[bucket + 1] - first;
        bool large = n > limit / 8, first_round = turn < DIGITS;
        if (n > limit || large != first_round) continue;
        if (first > total || n > total - first) return;    // the kernel before has failed
        column in_y = { y + first, y_values + first }, in_t = { t + first, t_values + first };
        way w = { in_y, in_t, near, far };
        if (shift == 16) w.from = in_y;
        if (n > room_keys) {
            w.a = shift == 16 ? in_t : in_y;
            w.b = w.from;
        }
        sort_bucket(w, n, shift);
    }
}
