// SPDX-License-Identifier: MIT
//
// Exercise 3 of nbody: two bodies per step, with a sum for each.
//
// All bodies pull all bodies: one work-item per body.  A place holds x, y, z and the body's mass.
//
//     pull on i by j  =  mass j / distance^3  *  the way from i to j
//
// The square of the softening is added to that of the distance, so that no distance is 0.

float4 pull_of(float4 there, float4 here, float softening2)
{
    float4 way = there - here;
    way.w = 0.0f;
    float inverse = rsqrt(dot(way, way) + softening2);    // 1 / distance
    return there.w * inverse * inverse * inverse * way;
}

kernel void nbody(global float4 *restrict pulls, global const float4 *restrict places,
                  float softening2, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float4 pull = 0.0f, other = 0.0f, here = places[i];
    uint j = 0;
    for (; j + 1 < n; j += 2) {
        pull += pull_of(places[j], here, softening2);
        other += pull_of(places[j + 1], here, softening2);
    }
    //: skeleton
    //: // Here: the last body of an odd number.
    //: solution
    if (j < n) pull += pull_of(places[j], here, softening2);    // the last one of an odd number
    //: end
    pulls[i] = pull + other;
}
