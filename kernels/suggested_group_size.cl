// SPDX-License-Identifier: MIT
//
// Two kernels that want different work-group sizes, and one that says which size it got.

// Many short work-items: y[i] = 3 * x[i] + 1, one work-item per element.  *taken becomes the
// work-group size of this launch.
kernel void suggested_group_size_short(global uint *restrict y, global uint *restrict taken,
                                       global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i == 0) *taken = (uint)get_local_size(0);
    if (i < n) y[i] = 3 * x[i] + 1;
}

// Few long work-items: each computes ROUNDS steps, and each step needs the one before it.
//
// ROUNDS    steps per work-item, set by the host
#ifndef ROUNDS
#error ROUNDS is the number of steps per work-item
#endif
kernel void suggested_group_size_long(global uint *restrict y, global uint *restrict taken,
                                      global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i == 0) *taken = (uint)get_local_size(0);
    if (i >= n) return;
    uint own = x[i];
    for (uint k = 0; k < ROUNDS; k++)
        own = own * 1664525 + (own >> 16);
    y[i] = own;
}

// The work-group's extents as every work-item of a two-dimensional NDRange sees them: width in the
// low 16 bits, height in the high ones.
kernel void suggested_group_size_taken(global uint *restrict taken)
{
    size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
    taken[i] = (uint)(get_local_size(1) << 16 | get_local_size(0));
}
