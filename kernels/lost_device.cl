// SPDX-License-Identifier: MIT
//
// lost_device - the steps of Collatz: how long it takes until a number is 1.
//
// Work-item i: an even number is halved, an odd v becomes 3 v + 1; y[i] is the number of steps from
// x[i] to 1, and 0 for 0 and 1.  On their way numbers of 32 bits stay below 2^63.

kernel void lost_device(global uint *restrict y, global const uint *restrict x, const uint n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;

    ulong v = x[i];
    uint steps = 0;
    while (v > 1) {
        v = v % 2 == 0 ? v / 2 : 3 * v + 1;
        steps++;
    }
    y[i] = steps;
}
