// SPDX-License-Identifier: MIT
//
// Branches, each written in two or three ways that compute the same: out[i] is a function of in[i] (in the kernels
// of conditions, of in[i], in[n + i] and in[2 n + i]) and of i.  One element a work-item.

#ifndef STEPS
#error "the host must build this file with -DSTEPS=<steps of a path>"
#endif

// --- paths and index: four ways to go, far apart

// Four chains of STEPS steps, about equally long, each of which maps no two numbers to one.
uint stir(uint x, uint path)
{
    switch (path) {
    case 0:
        for (uint k = 0; k < STEPS; k++) {
            x ^= x >> 15;
            x *= 0x2c1b3c6dU;
        }
        return x;
    case 1:
        for (uint k = 0; k < STEPS; k++) {
            x ^= x << 13;
            x ^= x >> 17;
        }
        return x;
    case 2:
        for (uint k = 0; k < STEPS; k++)
            x = rotate(x, 7U) * 5 + 0xe6546b64U;
        return x;
    default:
        for (uint k = 0; k < STEPS; k++) {
            x += x << 3;
            x ^= x >> 11;
        }
        return x;
    }
}

// The data decide.  Whether neighbours go the same way is a matter of the data's order.
kernel void divergence_paths(global uint *restrict out, global const uint *restrict in, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = stir(in[i], in[i] >> 30);
}

// The index decides, and neighbours never go the same way.
kernel void divergence_index_item(global uint *restrict out, global const uint *restrict in,
                                  ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = stir(in[i], i % 4);
}

// The group's number decides, and its work-items take every fourth element.
kernel void divergence_index_group(global uint *restrict out, global const uint *restrict in,
                                   ulong n)
{
    size_t group = get_group_id(0), path = group % 4;
    size_t i = (group / 4 * get_local_size(0) + get_local_id(0)) * 4 + path;
    if (i < n) out[i] = stir(in[i], path);
}

// --- cheap: two short sides

kernel void divergence_cheap_if(global uint *restrict out, global const uint *restrict in, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i], y = x >> 3, z = x >> 5;
    for (uint k = 0; k < STEPS; k++) {
        if (x & 1)
            x += y;
        else
            x -= z;
        x = rotate(x, 7U);
    }
    out[i] = x;
}

kernel void divergence_cheap_select(global uint *restrict out, global const uint *restrict in,
                                    ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i], y = x >> 3, z = x >> 5;
    for (uint k = 0; k < STEPS; k++)
        x = rotate(x + select(-z, y, x & 1), 7U);
    out[i] = x;
}

// --- rare: one side is long, and one element in 1024 takes it

kernel void divergence_rare_if(global uint *restrict out, global const uint *restrict in, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i];
    if (x >> 22 == 0) x = stir(x, 0);
    out[i] = x;
}

kernel void divergence_rare_select(global uint *restrict out, global const uint *restrict in,
                                   ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i], stirred = stir(x, 0);
    out[i] = select(x, stirred, (uint)(x >> 22 == 0));
}

// --- conditions: three, each true for half of the elements, each with a number of its own to load

kernel void divergence_conditions_nested(global uint *restrict out, global const uint *restrict in,
                                         ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = 0;
    if (in[i] & 1)
        if (in[n + i] & 1)
            if (in[2 * n + i] & 1) x = in[i];
    out[i] = x;
}

// && does not look at what is on its right when its left is false.
kernel void divergence_conditions_and(global uint *restrict out, global const uint *restrict in,
                                      ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    bool all_odd = (in[i] & 1) && (in[n + i] & 1) && (in[2 * n + i] & 1);
    out[i] = all_odd ? in[i] : 0;
}

// & looks at everything, and branches nowhere.
kernel void divergence_conditions_bits(global uint *restrict out, global const uint *restrict in,
                                       ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint all_odd = in[i] & in[n + i] & in[2 * n + i] & 1;
    out[i] = select(0U, in[i], all_odd);
}

// --- trips: a loop of 0 to 63 steps, as the data say

uint one_step(uint x)
{
    x ^= x >> 15;
    return x * 0x2c1b3c6dU;
}

kernel void divergence_trips(global uint *restrict out, global const uint *restrict in, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i], trips = x >> 26;
    for (uint k = 0; k < trips; k++)
        x = one_step(x);
    out[i] = x;
}

// All work-items make all steps, and keep those that are theirs.
kernel void divergence_trips_masked(global uint *restrict out, global const uint *restrict in,
                                    ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i], trips = x >> 26;
    for (uint k = 0; k < 63; k++)
        x = select(x, one_step(x), (uint)(k < trips));
    out[i] = x;
}
