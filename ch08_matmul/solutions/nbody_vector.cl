// SPDX-License-Identifier: MIT
//
// nbody with the vector functions: the way to the other body is one float4.

kernel void nbody(global float4 *restrict pulls, global const float4 *restrict places,
                  float softening2, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float4 pull = 0.0f, here = places[i];
    for (uint j = 0; j < n; j++) {
        float4 there = places[j], way = there - here;
        way.w = 0;    // the masses are no part of the way
        float near = rsqrt(dot(way, way) + softening2);
        pull += there.w * near * near * near * way;
    }
    pulls[i] = pull;
}
