// SPDX-License-Identifier: MIT
//
// Exercise 2 of nbody: compute with the whole float4 of the way, and with dot.

kernel void nbody(global float4 *restrict pulls, global const float4 *restrict places,
                  float softening2, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float4 pull = 0.0f, here = places[i];
    for (uint j = 0; j < n; j++) {
        float4 there = places[j], way = there - here;
        //: skeleton
        //: float inverse = rsqrt(softening2);    // Here: the distance, too.  And what is way.w?
        //: solution
        way.w = 0;    // the masses are no part of the way
        float inverse = rsqrt(dot(way, way) + softening2);
        //: end
        pull += there.w * inverse * inverse * inverse * way;
    }
    pulls[i] = pull;
}
