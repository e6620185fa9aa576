// SPDX-License-Identifier: MIT
//
// Work that lasts long enough to be watched.

// x[i] after `steps` steps of a linear congruential generator.  One element per work-item.  Each
// step needs the result of the step before it.
kernel void event_info_steps(global uint *x, uint steps)
{
    size_t i = get_global_id(0);
    uint state = x[i];
    for (uint k = 0; k < steps; k++)
        state = state * 1664525 + 1013904223;
    x[i] = state;
}
