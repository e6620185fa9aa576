// SPDX-License-Identifier: MIT
//
// Exercise 2 of bitonic_sort: find `right` with one XOR.

kernel void bitonic_sort(global uint *keys, uint n, uint stride, uint flip)
{
    uint pair = get_global_id(0), at = pair & (stride - 1);
    uint left = 2 * (pair - at) + at;
    //: skeleton
    //: uint right = left ^ 0;    // Here: XOR with which number?  And for a flip?
    //: solution
    uint right = left ^ (flip ? 2 * stride - 1 : stride);
    //: end
    if (right >= n) return;
    uint a = keys[left], b = keys[right];
    keys[left] = min(a, b);
    keys[right] = max(a, b);
}
