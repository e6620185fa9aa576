// SPDX-License-Identifier: MIT
//
// Exercise 1 of gl_share: the angle in radians, and one call for both of its functions.
//: skeleton
//: // The angle is missing.
//: end

kernel void gl_share(global float4 *points, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float radius = points[i].x, turn = points[i].y;
    //: skeleton
    //: float angle = 0.0f;    // Exercise 1 of gl_share: a turn is 2 pi
    //: solution
    float angle = 2 * M_PI_F * turn;
    //: end
    float c, s = sincos(angle, &c);
    points[i].xy = radius * (float2)(c, s);
}
