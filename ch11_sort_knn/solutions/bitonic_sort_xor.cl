// SPDX-License-Identifier: MIT
//
// bitonic_sort with one work-item per pair that finds its right key by XOR, as many books write it.

kernel void bitonic_sort(global uint *keys, uint n, uint stride, uint flip)
{
    uint pair = get_global_id(0), at = pair & (stride - 1);
    uint left = 2 * (pair - at) + at;
    uint right = left ^ (flip ? 2 * stride - 1 : stride);
    if (right >= n) return;
    uint a = keys[left], b = keys[right];
    keys[left] = min(a, b);
    keys[right] = max(a, b);
}
