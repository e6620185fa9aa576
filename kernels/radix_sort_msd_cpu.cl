// SPDX-License-Identifier: MIT
//
// A stable radix sort for CPUs, the highest digit first: long_items of radix_sort_msd.
//
//     count        how many keys of each digit does each share have?
//     partition    each key goes to the bucket of its digit
//     buckets      one work-item per bucket sorts it by the digits below, within the cache
//
// A digit has 8 bits.  There are a few work-items, each alone in its work-group.  Work-item s of S
// has the keys from n * s / S on, its share.  counts[s][digit] is what count finds.
//
// The macros are those of keys.h.

#include "keys.h"
#include "stream.h"

#define DIGITS    256
#define LINE      16      // keys of a cache line of 64 bytes
#define FEW       32      // keys of a bucket that is sorted by insertion
#define TABLES    4       // of counters: equal neighbours do not wait for each other
#define MANY      6144    // keys of a bucket that is sorted by digits of MOST_BITS
#define MOST_BITS 12
#define PER_ITEM  kernel __attribute__((reqd_work_group_size(1, 1, 1))) void

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

void write_places(global uint *out, const uint *line, uint first, uint end)
{
    for (uint at = first; at < end; at++)
        out[at] = line[at % LINE];
}

// A line of 64 bytes is written at once and does not pass through the caches.  The first line may
// begin with keys of another work-item: then only our own places are written.
void write_line(global uint *out, const uint16 *line, cursor c)
{
    uint begin = c.next - LINE;
    if (begin >= c.first)
        STREAM(*line, (global uint16 *)(out + begin));
    else
        write_places(out, (const uint *)line, c.first, c.next);
}

// Without lines of its own, a work-item would write to 256 places in turn: each write would read a
// whole cache line first, and use an entry of the TLB.
PER_ITEM radix_msd_partition(global uint *restrict out, global uint *restrict out_values,
                             global uint *restrict starts, global const uint *restrict keys,
                             global const uint *restrict values, global const uint *restrict counts,
                             uint first, uint n, uint shift)
{
    uint16 lines[DIGITS];
#if PAIRS
    uint16 value_lines[DIGITS];
#endif
    cursor cursors[DIGITS];
    size_t share = get_global_id(0), shares = get_global_size(0);
    uint sum = first;
    for (uint d = 0; d < DIGITS; d++) {
        if (share == 0) starts[d] = sum;
        for (size_t s = 0; s < shares; s++) {
            if (s == share) cursors[d].first = cursors[d].next = sum;
            sum += counts[s * DIGITS + d];
        }
    }
    if (share == 0) starts[DIGITS] = sum;
    if (sum != first + n) return;    // the kernel before has failed

    uint end = first + share_begin(n, share + 1);
    for (uint i = first + share_begin(n, share); i < end; i++) {
        uint key = keys[i], d = digit_of(key, shift), at = cursors[d].next++;
        ((uint *)&lines[d])[at % LINE] = key;
#if PAIRS
        ((uint *)&value_lines[d])[at % LINE] = values[i];
#endif
        if (at % LINE == LINE - 1) {
            write_line(out, &lines[d], cursors[d]);
#if PAIRS
            write_line(out_values, &value_lines[d], cursors[d]);
#endif
        }
    }
    for (uint d = 0; d < DIGITS; d++) {
        uint from = max(cursors[d].first, cursors[d].next / LINE * LINE);
        write_places(out, (const uint *)&lines[d], from, cursors[d].next);
#if PAIRS
        write_places(out_values, (const uint *)&value_lines[d], from, cursors[d].next);
#endif
    }
}

typedef struct {
    global uint *keys, *values;
} column;

// Insertion sort from `from` to `to`, which may be the same, by the whole rank.
void sort_few(column to, column from, uint n)
{
    for (uint i = 0; i < n; i++) {
        uint key = from.keys[i], at = i;
#if PAIRS
        uint value = from.values[i];
#endif
        for (; at > 0 && RANK(uint, to.keys[at - 1]) > RANK(uint, key); at--) {
            to.keys[at] = to.keys[at - 1];
#if PAIRS
            to.values[at] = to.values[at - 1];
#endif
        }
        to.keys[at] = key;
#if PAIRS
        to.values[at] = value;
#endif
    }
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

// Work-item d sorts bucket d by the `shift` bits below its digit.  The first partition writes to t,
// the second one to y, and so on; the sorted keys must be in y:
//
//     partitions             shift    passes of 8 bits      two passes of 12 bits, and a copy
//     x -> t                 24       t -> y -> t -> y      t -> y -> t -> y
//     x -> t -> y            16       y -> t -> y
//     x -> t -> y -> t       8        t -> y
//     x -> t -> y -> t -> y  0        none
//
// A pass of 12 bits has 16 times as many counters, which pays from MANY keys on.  A bucket of more
// than `limit` keys is left to the next partition.  y and t have `total` keys.
PER_ITEM radix_msd_buckets(global uint *y, global uint *y_values, global uint *t,
                           global uint *t_values, global const uint *restrict starts, uint total,
                           uint shift, uint limit)
{
    uint bucket = get_global_id(0), first = starts[bucket], n = starts[bucket + 1] - first;
    column in_y = { y + first, y_values + first }, in_t = { t + first, t_values + first };
    if (n == 0 || n > limit || shift == 0) return;
    if (first > total || n > total - first) return;    // the kernel before has failed
    if (n <= FEW) {
        sort_few(in_y, shift == 16 ? in_y : in_t, n);
    } else if (shift == 24 && n >= MANY) {
        sort_pass(in_y, in_t, n, 0, MOST_BITS);
        sort_pass(in_t, in_y, n, MOST_BITS, MOST_BITS);
        for (uint i = 0; i < n; i++)
            in_y.keys[i] = in_t.keys[i];
#if PAIRS
        for (uint i = 0; i < n; i++)
            in_y.values[i] = in_t.values[i];
#endif
    } else if (shift == 24) {
        sort_pass(in_y, in_t, n, 0, 8);
        sort_pass(in_t, in_y, n, 8, 8);
        sort_pass(in_y, in_t, n, 16, 8);
    } else if (shift == 16) {
        sort_pass(in_t, in_y, n, 0, 8);
        sort_pass(in_y, in_t, n, 8, 8);
    } else {
        sort_pass(in_y, in_t, n, 0, 8);
    }
}
