// SPDX-License-Identifier: MIT
//
// Exercise 3 of merge_sort: runs that are in order are copied.

// The keys are runs of `run` keys, which are sorted; the last run may be shorter, and the last pair
// may lack its right run.  The place of a key is the number of keys before it: those of its own
// run, and those of the other run that belong in front.  Of equal keys, the left run's come first.
//
//     a key of the left run      i + (low - middle)      low - middle keys of the right run
//     a key of the right run     (i - middle) + low      i - middle keys of its own run
kernel void merge_sort(global uint *restrict out, global const uint *restrict in, uint n, uint run)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint begin = i - i % (2 * run);    // of the pair of runs
    uint middle = min(begin + run, n), end = min(begin + 2 * run, n);
    bool is_left = i < middle;
    uint key = in[i];
    //: skeleton
    //: // Here: these are not the keys that meet.
    //: if (middle == end || in[begin] <= in[middle]) {
    //:     out[i] = key;
    //:     return;
    //: }
    //: solution
    if (middle == end || in[middle - 1] <= in[middle]) {
        out[i] = key;
        return;
    }
    //: end

    // How much of the other run belongs in front?  All before `low` does, and nothing from `high`.
    uint low = is_left ? middle : begin, high = is_left ? end : middle;
    while (low < high) {
        uint mid = low + (high - low) / 2;
        bool in_front = is_left ? in[mid] < key : in[mid] <= key;
        if (in_front)
            low = mid + 1;
        else
            high = mid;
    }
    out[i + low - middle] = key;
}
