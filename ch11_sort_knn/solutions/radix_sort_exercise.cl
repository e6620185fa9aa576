// SPDX-License-Identifier: MIT
//
// Exercise 2 of radix_sort: count without atomics.

#define DIGITS 16

uint digit_of(uint key, uint shift)
{
    return key >> shift & (DIGITS - 1);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
radix_sort_count(global uint *restrict counts, global const uint *restrict keys, uint n, uint shift)
{
    local uint digits[GROUP];
    uint i = get_global_id(0), item = get_local_id(0);
    digits[item] = i < n ? digit_of(keys[i], shift) : DIGITS;    // DIGITS: no key
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = item; d < DIGITS; d += GROUP) {
        uint sum = 0;
        for (uint k = 0; k < GROUP; k++)
            //: skeleton
            //: sum += 0;    // Here: does work-item k have a key with digit d?
            //: solution
            sum += digits[k] == d;
        //: end
        counts[d * get_num_groups(0) + get_group_id(0)] = sum;
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
radix_sort_scan(global uint *restrict counts, uint count)
{
    local uint sums[GROUP];
    uint item = get_local_id(0), piece = (count + GROUP - 1) / GROUP;
    uint begin = min(item * piece, count), end = min(begin + piece, count);
    uint sum = 0, before = 0;
    for (uint k = begin; k < end; k++)
        sum += counts[k];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint p = 0; p < item; p++)
        before += sums[p];
    for (uint k = begin; k < end; k++) {
        uint own = counts[k];
        counts[k] = before;
        before += own;
    }
}

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
