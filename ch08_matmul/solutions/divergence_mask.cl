// SPDX-License-Identifier: MIT
//
// Exercise 6 of divergence: a mask in place of select.
//
// Branches, each written in two or three ways that compute the same.  A work-item makes one
// element: out[i] is a function of in[i] and i.  In the kernels of conditions it is a function of
// in[i], in[n + i] and in[2 n + i].
//
// The host sets
//     STEPS    how long a path is

#ifndef STEPS
#error "the host must build this file with -DSTEPS="
#endif

// --- paths and index: four long paths

// Four chains of STEPS steps, which take about the same time.  Each maps different numbers to
// different results.  All three lines of path 1 are needed: without the last one, 32 steps give x
// back, so 256 steps would compute nothing.
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
            x ^= x << 5;
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

// The data choose the path.  The order of the data decides whether neighbours take the same path.
kernel void divergence_paths(global uint *restrict out, global const uint *restrict in, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = stir(in[i], in[i] >> 30);
}

// The index chooses the path: neighbours always take different paths.
kernel void divergence_index_item(global uint *restrict out, global const uint *restrict in,
                                  ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = stir(in[i], i % 4);
}

// The number of the work-group chooses the path.  Its work-items take every fourth element.
kernel void divergence_index_group(global uint *restrict out, global const uint *restrict in,
                                   ulong n)
{
    size_t group = get_group_id(0), path = group % 4;
    size_t i = (group / 4 * get_local_size(0) + get_local_id(0)) * 4 + path;
    if (i < n) out[i] = stir(in[i], path);
}

// --- cheap: a branch with two short sides

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

// --- rare: one side is long, and one element of 1024 takes it

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

// --- conditions: three, each true for half of the elements, each loads a number of its own

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

// && does not evaluate its right side when its left side is false.
kernel void divergence_conditions_and(global uint *restrict out, global const uint *restrict in,
                                      ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    bool all_odd = (in[i] & 1) && (in[n + i] & 1) && (in[2 * n + i] & 1);
    out[i] = all_odd ? in[i] : 0;
}

// & evaluates both sides and does not branch.
kernel void divergence_conditions_bits(global uint *restrict out, global const uint *restrict in,
                                       ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint all_odd = in[i] & in[n + i] & in[2 * n + i] & 1;
    //: skeleton
    //: out[i] = in[i] & all_odd;
    //: solution
    out[i] = in[i] & -all_odd;    // -1 has all bits, -0 none
    //: end
}

// --- trips: a loop of 0 to 63 steps; the data choose how many

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

// All work-items make all 63 steps, and each keeps only the results of its own steps.
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
