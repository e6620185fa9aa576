// SPDX-License-Identifier: MIT
//
// A stable radix sort, one digit of 4 bits per pass, the lowest digit first: the rung `plain`.
//
// A pass sorts all keys by one digit of their rank (keys.h) and keeps the order of keys with the
// same digit.  It has three steps:
//
//     count      how many keys of each digit does each work-group have?
//     scan       how many keys of each digit do the work-groups before have?
//     scatter    each key goes to its place
//
// There is one key per work-item.  `counts` has a row per digit, with a number per work-group:
//
//     keys               3 1 0 3 | 1 1 2 0 | 3 0 1 1        three work-groups of four keys
//     digit 0            1         1         1
//     digit 1            1         2         2
//     digit 2            0         1         0
//     digit 3            2         0         1
//
// After scan, row 1 is 0 1 3.  totals[digit] is the number of all keys with this digit.
//
// The host sets GROUP, the work-items per work-group, and the macros of keys.h.  The fast forms are
// in radix_sort_ladder_fast.cl.

#include "keys.h"

#if !defined(GROUP)
#error "the host must build this file with -DGROUP="
#endif

#define DIGITS 16u

uint digit_of(uint key, uint shift)
{
    return RANK(uint, key) >> shift & (DIGITS - 1);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
radix_sort_count(global uint *restrict counts, global const uint *restrict keys, uint n, uint shift)
{
    local uint counters[DIGITS];
    uint i = get_global_id(0), item = get_local_id(0);
    for (uint d = item; d < DIGITS; d += GROUP)
        counters[d] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) atomic_inc(&counters[digit_of(keys[i], shift)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = item; d < DIGITS; d += GROUP)
        counts[d * get_num_groups(0) + get_group_id(0)] = counters[d];
}

// One work-group per digit, which scans the row of this digit: each number becomes the sum of those
// before it.  A work-item has a piece of the row.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
radix_sort_scan(global uint *restrict counts, global uint *restrict totals, uint groups)
{
    local uint sums[GROUP];
    uint digit = get_group_id(0), item = get_local_id(0), piece = (groups + GROUP - 1) / GROUP;
    uint begin = min(item * piece, groups), end = min(begin + piece, groups), sum = 0;
    global uint *row = counts + digit * groups;
    for (uint g = begin; g < end; g++)
        sum += row[g];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint before = 0;
    for (uint k = 0; k < item; k++)
        before += sums[k];
    if (item == GROUP - 1) totals[digit] = before + sum;
    for (uint g = begin; g < end; g++) {
        uint count = row[g];
        row[g] = before;
        before += count;
    }
}

// The first key of a digit goes behind all keys of lower digits, and behind those of its digit that
// the work-groups before have.  The other keys of this digit follow in the order of the work-items.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
radix_sort_scatter(global uint *restrict out, global uint *restrict out_values,
                   global const uint *restrict keys, global const uint *restrict values,
                   global const uint *restrict counts, global const uint *restrict totals, uint n,
                   uint shift)
{
    local uint starts[DIGITS], digits[GROUP];
    uint i = get_global_id(0), item = get_local_id(0);
    for (uint d = item; d < DIGITS; d += GROUP) {
        uint start = counts[d * get_num_groups(0) + get_group_id(0)];
        for (uint lower = 0; lower < d; lower++)
            start += totals[lower];
        starts[d] = start;
    }
    uint digit = i < n ? digit_of(keys[i], shift) : DIGITS;
    digits[item] = digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n) return;

    uint place = starts[digit];
    for (uint k = 0; k < item; k++)
        place += digits[k] == digit;
    if (place >= n) return;    // only if a kernel before has failed
    out[place] = keys[i];
#if PAIRS
    out_values[place] = values[i];
#endif
}
