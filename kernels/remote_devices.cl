// SPDX-License-Identifier: MIT
//
// remote_devices - some steps of arithmetic for each number.
//
// Work-item i computes y[i] from x[i].  A launch with n = 0 does nothing.

kernel void remote_devices(global uint *restrict y, global const uint *restrict x, const uint steps,
                           const uint n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;

    uint v = x[i];
    for (uint step = 0; step < steps; step++) {
        v = v * 1664525u + 1013904223u;
        v ^= v >> 16;
    }
    y[i] = v;
}
