// SPDX-License-Identifier: MIT
//
// All bodies pull all bodies: one work-item per body.  A place holds x, y, z and the body's mass.
//
//     pull on i by j  =  mass j / distance^3  *  the way from i to j
//
// The square of the softening is added to that of the distance, so that no distance is 0.

kernel void nbody(global float4 *restrict pulls, global const float4 *restrict places,
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
