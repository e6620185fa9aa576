// SPDX-License-Identifier: MIT
//
// Exercise 3 of bitonic_sort: stores only where keys change places.
//
// bitonic_sort - one pass: each work-item compares two keys, and puts the smaller one to the left.
//
// From sorted halves of 4 keys to a sorted block of 8:
//
//     places      0 1 2 3   4 5 6 7
//     flip        0-7 1-6 2-5 3-4         then no key of 0 1 2 3 is larger than any of 4 5 6 7
//     stride 2    0-2 1-3   4-6 5-7       no key of 0 1 is larger than any of 2 3
//     stride 1    0-1   2-3   4-5   6-7
//
// A key past the end counts as larger than all others.  It would never move, so it need not be
// there, and n may be any number.

// With stride 4, a power of two as all strides are:
//
//     pair              0  1  2  3      4  5  6  7
//     at                0  1  2  3      0  1  2  3      its place among the pairs of its block
//     left              0  1  2  3      8  9 10 11
//     right             4  5  6  7     12 13 14 15
//     right, flip       7  6  5  4     15 14 13 12      counted from the end of the block
kernel void bitonic_sort(global uint *keys, uint n, uint stride, uint flip)
{
    uint pair = get_global_id(0), at = pair & (stride - 1);    // pair % stride
    uint left = 2 * (pair - at) + at;
    uint right = flip ? left + 2 * (stride - at) - 1 : left + stride;
    if (right >= n) return;
    uint a = keys[left], b = keys[right];
    if (a <= b) return;
    keys[left] = b;
    //: skeleton
    //: // Here: one store is missing.
    //: solution
    keys[right] = a;
    //: end
}
