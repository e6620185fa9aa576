// SPDX-License-Identifier: MIT
//
// y[i] = x[i] times an odd number, for i from 0 to n - 1.  One element per work-item.

kernel void event_callback_states_mix(global uint *restrict y, global const uint *restrict x,
                                      ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = x[i] * 2654435761u;
}
