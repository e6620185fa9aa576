// SPDX-License-Identifier: MIT
//
// Work that needs few or many registers, and a kernel that says how large its work-group is.
//
// One element per work-item.  The last work-group may reach past n.
//
// The host sets
//     ACCUMULATORS    numbers that a work-item keeps at the same time
//     STEPS           changes of such numbers per work-item, a multiple of ACCUMULATORS

#ifndef ACCUMULATORS
#error "the host must build this file with -DACCUMULATORS="
#endif
#ifndef STEPS
#error "the host must build this file with -DSTEPS="
#endif

// out[i] is made of in[i] in STEPS steps, whatever ACCUMULATORS is.  All sums are needed until the
// end.  When the loops over them are unrolled, each sum is a register, if there are enough.  The
// steps of one round do not depend on each other: more sums also mean more work at the same time.
//
// `room` is one number per work-item, or more: the host reserves local memory that nobody needs.
kernel void occupancy_steps(global uint *restrict out, global const uint *restrict in,
                            local uint *restrict room, ulong n)
{
    size_t i = get_global_id(0), own = get_local_id(0);
    if (i >= n) return;
    room[own] = in[i];
    uint sums[ACCUMULATORS];
#pragma unroll
    for (uint a = 0; a < ACCUMULATORS; a++)
        sums[a] = in[i] + a * 0x9e3779b1U;

    for (uint round = 0; round < STEPS / ACCUMULATORS; round++)
#pragma unroll
        for (uint a = 0; a < ACCUMULATORS; a++)
            sums[a] = (sums[a] ^ sums[a] >> 15) * 0x2c1b3c6dU + sums[(a + 1) % ACCUMULATORS];

    uint x = room[own];
#pragma unroll
    for (uint a = 0; a < ACCUMULATORS; a++)
        x = rotate(x, 5U) + sums[a];
    out[i] = x;
}

// out[i] is the size of the work-group of work-item i.
kernel void occupancy_shape(global uint *restrict out, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = (uint)get_local_size(0);
}
