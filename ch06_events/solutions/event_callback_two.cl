// SPDX-License-Identifier: MIT
//
// Exercise 1 of event_callback: an odd number goes two steps at once, 3 v + 1 and its half.

kernel void event_callback(global uint *restrict steps, uint n)
{
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    uint count = 0;
    for (ulong v = i + 1; v > 1; v = v % 2 ? (3 * v + 1) / 2 : v / 2)
        //: skeleton
        //: count++;    // Here: how many steps were these?
        //: solution
        count += v % 2 ? 2 : 1;
    //: end
    steps[i] = count;
}
