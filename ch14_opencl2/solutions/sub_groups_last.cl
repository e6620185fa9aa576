// SPDX-License-Identifier: MIT
//
// Exercise 2 of sub_groups: take the sum from the scan.
//: skeleton
//: // Now each lane takes its own scan.
//: end

kernel void sub_groups(global uint *restrict sums, global uint *restrict scans,
                       global const uint *restrict x, ulong n)
{
    uint lane = get_sub_group_local_id(), size = get_sub_group_size();
    size_t i = get_group_id(0) * get_local_size(0) + get_sub_group_id() * size + lane;
    uint value = i < n ? x[i] : 0;

    // The scan.  Each lane adds what the lane d places before it has, if there is one.
    //
    //     value    3  1  4  1
    //     d = 1    3  4  5  5
    //     d = 2    3  4  8  9
    uint scan = value;
    for (uint d = 1; d < size; d *= 2) {
        uint before = sub_group_shuffle(scan, lane >= d ? lane - d : 0);
        if (lane >= d) scan += before;
    }

    //: skeleton
    //: uint sum = scan;    // Here: whose scan is the sum of all?
    //: solution
    uint sum = sub_group_shuffle(scan, size - 1);
    //: end
    if (i < n) scans[i] = scan;
    if (i < n && lane == 0) sums[i / size] = sum;
}
