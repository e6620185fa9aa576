// SPDX-License-Identifier: MIT
//
// sub_groups - one work-item per element; each sub-group adds its own elements.
//
// The sub-groups have `size` work-items, a power of two (in the pictures: 4).  A work-item is a
// *lane* of its sub-group, 0 to size - 1.

kernel void sub_groups(global uint *restrict sums, global uint *restrict scans,
                       global const uint *restrict x, ulong n)
{
    uint lane = get_sub_group_local_id(), size = get_sub_group_size();
    size_t i = get_group_id(0) * get_local_size(0) + get_sub_group_id() * size + lane;
    uint value = i < n ? x[i] : 0;

    // The sum.  Each lane adds what its partner has: the neighbour, then the lane 2 places away.
    //
    //     value    3  1  4  1
    //     d = 1    4  4  5  5
    //     d = 2    9  9  9  9
    uint sum = value;
    for (uint d = 1; d < size; d *= 2)
        sum += sub_group_shuffle_xor(sum, d);

    // The scan.  Each lane adds what the lane d places before it has, if there is one.  A lane with
    // none before it asks lane 0, and does not add the answer.
    //
    //     value    3  1  4  1
    //     d = 1    3  4  5  5
    //     d = 2    3  4  8  9
    uint scan = value;
    for (uint d = 1; d < size; d *= 2) {
        uint before = sub_group_shuffle(scan, lane >= d ? lane - d : 0);
        if (lane >= d) scan += before;
    }

    if (i < n) scans[i] = scan;
    if (i < n && lane == 0) sums[i / size] = sum;
}
