// SPDX-License-Identifier: MIT
//
// event_callback - one work-item per number: how many steps does the Collatz rule take to 1?
//
//     6 -> 3 -> 10 -> 5 -> 16 -> 8 -> 4 -> 2 -> 1      8 steps

kernel void event_callback(global uint *restrict steps, uint n)
{
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    uint count = 0;
    for (ulong v = i + 1; v > 1; v = v % 2 ? 3 * v + 1 : v / 2)
        count++;
    steps[i] = count;
}
