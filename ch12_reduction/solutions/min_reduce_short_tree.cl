// SPDX-License-Identifier: MIT
//
// Exercise 3 of min_reduce: a tree that ends early.
//
// min_reduce - the smallest of n elements.
//
// GROUP   work-items per work-group, a power of two, here at least 8

// Each work-group leaves the smallest element of its share in found.
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

    for (uint left = GROUP / 2; left >= 8; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);    // the step before is complete
        if (item < left) values[item] = min(values[item], values[item + left]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item > 0) return;
    uint8 last = vload8(0, values);
    //: skeleton
    //: // Here: the smallest of the eight, with .lo and .hi, the two halves of a vector.
    //: found[get_group_id(0)] = last.s0;
    //: solution
    uint4 four = min(last.lo, last.hi);
    uint2 two = min(four.lo, four.hi);
    found[get_group_id(0)] = min(two.x, two.y);
    //: end
}
