// SPDX-License-Identifier: MIT
//
// All bodies pull all bodies: the fast rungs of nbody_ladder.  nbody_ladder_unrolled and
// nbody_ladder_blocked are for GPUs, nbody_ladder_wide is for CPUs.
//
// The host sets
//     GROUP     work-items of a work-group, and bodies of a tile
//     BODIES    bodies of a work-item of nbody_ladder_blocked

#if !defined(GROUP) || !defined(BODIES)
#error "the host must build this file with -DGROUP=<work-items> -DBODIES=<bodies>"
#endif

#include "nbody_pull.h"

// --- unrolled: nbody_ladder_tiled, but sixteen bodies of the tile per round of the loop.  Counting
// and jumping cost a sixteenth, and loads from local memory begin before their values are needed.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_ladder_unrolled(global float4 *restrict pulls, global const float4 *restrict places,
                      float softening2, uint n)
{
    local float4 tile[GROUP];
    size_t i = get_global_id(0);
    uint item = get_local_id(0);
    float4 pull = 0.0f, here = places[min(i, (size_t)n - 1)];
    for (uint first = 0; first < n; first += GROUP) {
        tile[item] = first + item < n ? places[first + item] : (float4)(0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 16
        for (uint j = 0; j < GROUP; j++)
            add_pull(&pull, here, tile[j], softening2);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) pulls[i] = pull;
}

// --- blocked: a work-item has BODIES bodies, GROUP apart.  A body that is loaded from local memory
// pulls all of them.  That makes fewer work-groups, so the tiles are shared out, too: dimension 1
// counts the slices of the tiles, and each slice has sums of its own.
//
//                          tiles 0 2 4 ...     tiles 1 3 5 ...
//     the group's bodies   slice 0             slice 1               two work-groups
//     their sums           parts[i]            parts[n + i]          added up by nbody_ladder_sum

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_ladder_blocked(global float4 *restrict parts, global const float4 *restrict places,
                     float softening2, uint n)
{
    local float4 tile[GROUP];
    uint item = get_local_id(0), slice = get_group_id(1), slices = get_num_groups(1);
    size_t i = get_group_id(0) * (size_t)(BODIES * GROUP) + item;
    float4 pull[BODIES], here[BODIES];
    for (uint k = 0; k < BODIES; k++) {
        pull[k] = 0.0f;
        here[k] = places[min(i + k * GROUP, (size_t)n - 1)];
    }
    for (uint first = slice * GROUP; first < n; first += slices * GROUP) {
        tile[item] = first + item < n ? places[first + item] : (float4)(0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
        for (uint j = 0; j < GROUP; j++)
            for (uint k = 0; k < BODIES; k++)
                add_pull(&pull[k], here[k], tile[j], softening2);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint k = 0; k < BODIES; k++)
        if (i + k * GROUP < n) parts[(size_t)slice * n + i + k * GROUP] = pull[k];
}

// The sums of a body's slices.
kernel void nbody_ladder_sum(global float4 *restrict pulls, global const float4 *restrict parts,
                             uint n, uint slices)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float4 pull = 0.0f;
    for (uint slice = 0; slice < slices; slice++)
        pull += parts[(size_t)slice * n + i];
    pulls[i] = pull;
}

// --- wide: for CPUs.  A work-item has sixteen bodies, side by side in the lanes of vectors.
//
// A root and a division take many cycles.  The host builds with -cl-unsafe-math-optimizations: then
// the compiler may take the processor's estimate of 1 / sqrt(x), and make it better by a step of
// Newton's method.

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
nbody_ladder_wide(global float4 *restrict pulls, global const float4 *restrict places,
                  float softening2, uint n)
{
    size_t first = get_group_id(0) * (size_t)16;
    float lane_x[16], lane_y[16], lane_z[16];
    for (uint k = 0; k < 16; k++) {
        float4 place = places[min(first + k, (size_t)n - 1)];
        lane_x[k] = place.x;
        lane_y[k] = place.y;
        lane_z[k] = place.z;
    }
    float16 x = vload16(0, lane_x), y = vload16(0, lane_y), z = vload16(0, lane_z);
    float16 pull_x = 0.0f, pull_y = 0.0f, pull_z = 0.0f;
    for (uint j = 0; j < n; j++) {
        float4 there = places[j];
        float16 dx = there.x - x, dy = there.y - y, dz = there.z - z;
        float16 near = 1.0f / sqrt(fma(dx, dx, fma(dy, dy, fma(dz, dz, (float16)softening2))));
        float16 each = there.w * near * near * near;
        pull_x = fma(each, dx, pull_x);
        pull_y = fma(each, dy, pull_y);
        pull_z = fma(each, dz, pull_z);
    }
    vstore16(pull_x, 0, lane_x);
    vstore16(pull_y, 0, lane_y);
    vstore16(pull_z, 0, lane_z);
    for (uint k = 0; k < 16 && first + k < n; k++)
        vstore4((float4)(lane_x[k], lane_y[k], lane_z[k], 0.0f), first + k, (global float *)pulls);
}
