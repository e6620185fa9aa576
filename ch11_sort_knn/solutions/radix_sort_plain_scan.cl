// SPDX-License-Identifier: MIT
//
// Exercise 3 of radix_sort: the scan of the table by one work-item.
//
// radix_sort - one pass: sorts the keys by one digit, and keeps the order of keys with the same
// digit.  One work-item per key.
//
// A digit has 4 bits.  `shift` is 0 for the lowest digit, then 4, 8, ...
//
// GROUP   work-items per work-group (in the picture: 4)

#define DIGITS 16

uint digit_of(uint key, uint shift)
{
    return key >> shift & (DIGITS - 1);
}

// 1. Count: how many of its keys have each digit?  `counts` has a row per digit and a number per
// work-group.
//
//     keys       3 1 0 3 | 1 1 2 0 | 3 0 1 1
//     digit 0    1         1         1
//     digit 1    1         2         2
//     digit 2    0         1         0
//     digit 3    2         0         1
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

// 2. Scan: each number becomes the sum of all before it, row after row.  It is the place of the
// work-group's first key with this digit.
//
//     digit 0     0    1    2        one work-group; each work-item has a piece of the table:
//     digit 1     3    4    6        it adds the sums of the pieces before its own
//     digit 2     8    8    9
//     digit 3     9   11   11
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
radix_sort_scan(global uint *restrict counts, uint count)
{
    if (get_local_id(0) > 0) return;
    uint before = 0;
    for (uint k = 0; k < count; k++) {
        //: skeleton
        //: before += counts[k];
        //: counts[k] = before;
        //: solution
        uint own = counts[k];
        counts[k] = before;
        before += own;
        //: end
    }
}

// 3. Scatter: each key goes behind the keys of its work-group that have the same digit and stand
// before it.
//
//     keys       3 1 0 3 | 1 1 2 0 | 3 0 1 1
//     place      9 3 0 10  4 5 8 1  11 2 6 7
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
radix_sort_scatter(global uint *restrict sorted, global const uint *restrict keys,
                   global const uint *restrict counts, uint n, uint shift)
{
    local uint digits[GROUP];
    uint i = get_global_id(0), item = get_local_id(0);
    uint key = i < n ? keys[i] : 0, digit = digit_of(key, shift);
    digits[item] = digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint place = counts[digit * get_num_groups(0) + get_group_id(0)];
    for (uint k = 0; k < item; k++)
        place += digits[k] == digit;
    if (i < n && place < n) sorted[place] = key;    // place >= n only if a launch before has failed
}
