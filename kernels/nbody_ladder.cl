// SPDX-License-Identifier: MIT
//
// All bodies pull all bodies: the first two rungs of nbody_ladder.  One work-item per body.
//
// The host sets
//     GROUP    work-items of a work-group of nbody_ladder_tiled

#ifndef GROUP
#error "the host must build this file with -DGROUP=<work-items>"
#endif

#include "nbody_pull.h"

// --- plain: the kernel of nbody.  Each work-item reads all bodies from global memory.

kernel void nbody_ladder_plain(global float4 *restrict pulls, global const float4 *restrict places,
                               float softening2, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float4 pull = 0.0f, here = places[i];    // pull.w stays 0
    for (uint j = 0; j < n; j++) {
        float4 there = places[j];
        float dx = there.x - here.x, dy = there.y - here.y, dz = there.z - here.z;
        float inverse = rsqrt(fma(dx, dx, fma(dy, dy, fma(dz, dz, softening2))));    // 1 / distance
        float strength = there.w * inverse * inverse * inverse;
        pull.x = fma(strength, dx, pull.x);
        pull.y = fma(strength, dy, pull.y);
        pull.z = fma(strength, dz, pull.z);
    }
    pulls[i] = pull;
}

// --- tiled: a work-group copies GROUP bodies at a time to local memory, and all its work-items use
// them.  So a body is read from global memory once per work-group.
//
//     places    [ tile 0 ][ tile 1 ][ tile 2 ][ ti ]
//                            |
//                            v   one body per work-item
//     local                [ tile ]   read by all work-items of the work-group

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_ladder_tiled(global float4 *restrict pulls, global const float4 *restrict places,
                   float softening2, uint n)
{
    local float4 tile[GROUP];
    size_t i = get_global_id(0);
    uint item = get_local_id(0);
    float4 pull = 0.0f, here = places[min(i, (size_t)n - 1)];
    for (uint first = 0; first < n; first += GROUP) {
        // Past the end are bodies without mass.  They pull nobody.
        tile[item] = first + item < n ? places[first + item] : (float4)(0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
        for (uint j = 0; j < GROUP; j++)
            add_pull(&pull, here, tile[j], softening2);
        barrier(CLK_LOCAL_MEM_FENCE);    // all have used it
    }
    if (i < n) pulls[i] = pull;
}
