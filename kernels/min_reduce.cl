// SPDX-License-Identifier: MIT
//
// min_reduce - the smallest of n elements.
//
// GROUP   work-items per work-group, a power of two (in the picture: 8)

// Each work-group leaves the smallest element of its share in `found`.
//
// First each work-item looks at its own elements: i, then i + the number of all work-items, and so
// on.  Then the work-group agrees on one value.  In each step half of the work-items compare two
// values:
//
//     values      7 3 9 2 8 5 6 4
//     left = 4    7 3 6 2             7 and 8, 3 and 5, 9 and 6, 2 and 4
//     left = 2    6 2                 7 and 6, 3 and 2
//     left = 1    2                   6 and 2
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
min_reduce(global uint *restrict found, global const uint *restrict x, ulong n)
{
    local uint values[GROUP];
    uint item = get_local_id(0);

    uint least = UINT_MAX;
    for (ulong i = get_global_id(0); i < n; i += get_global_size(0))
        least = min(least, x[i]);
    values[item] = least;

    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);    // the step before is complete
        if (item < left) values[item] = min(values[item], values[item + left]);
    }
    if (item == 0) found[get_group_id(0)] = values[0];
}
