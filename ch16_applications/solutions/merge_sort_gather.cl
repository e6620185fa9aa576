// SPDX-License-Identifier: MIT
//
// Exercise 2 of merge_sort: a work-item per place finds out which key belongs there.

kernel void merge_sort(global uint *restrict out, global const uint *restrict in, uint n, uint run)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint begin = i - i % (2 * run), middle = min(begin + run, n), end = min(begin + 2 * run, n);
    uint before = i - begin, lefts = middle - begin, rights = end - middle;

    // Of the `before` keys in front of this place, how many are from the left run?
    uint low = before > rights ? before - rights : 0, high = min(before, lefts);
    //: skeleton
    //: // Here: while they differ, look at the key in the middle between them.  Which key of the right
    //: // run must it be compared with?
    //:
    //: solution
    while (low < high) {
        uint mid = low + (high - low) / 2;
        if (in[begin + mid] <= in[middle + before - 1 - mid])
            low = mid + 1;
        else
            high = mid;
    }
    //: end
    uint left = begin + low, right = middle + before - low;
    bool from_left = right >= end || (left < middle && in[left] <= in[right]);
    out[i] = from_left ? in[left] : in[right];
}
