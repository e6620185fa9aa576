// SPDX-License-Identifier: MIT
//
// The answer to exercise 2 of command_buffer: the ends, with max and min.

kernel void command_buffer(global uint *restrict y, global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint before = x[max(i, (size_t)1) - 1];
    uint after = x[min(i + 1, (size_t)n - 1)];
    y[i] = (before + 2 * x[i] + after) / 4;
}
