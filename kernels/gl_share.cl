// SPDX-License-Identifier: MIT
//
// gl_share - from distance and direction to the place of a point, in OpenGL's vertex buffer.

// Work-item i finds in x the distance of point i from the middle, and in y its direction: a part
// of a whole turn.  It leaves the place there.  As in OpenGL's picture, x and y reach from -1 to 1.
kernel void gl_share(global float4 *points, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float radius = points[i].x, turn = points[i].y;
    points[i].xy = radius * (float2)(cospi(2 * turn), sinpi(2 * turn));
}
