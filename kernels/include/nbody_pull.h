// SPDX-License-Identifier: MIT
//
// How one body pulls another one.  A place holds x, y, z and the body's mass.

// Adds to *pull how the body at `there` pulls the body at `here`: mass / distance^3, along the way
// from here to there.  The square of the softening keeps the distance from being 0; so a body does
// not pull itself, because its way to itself is 0.
void add_pull(float4 *pull, float4 here, float4 there, float softening2)
{
    float dx = there.x - here.x, dy = there.y - here.y, dz = there.z - here.z;
    float near = rsqrt(fma(dx, dx, fma(dy, dy, fma(dz, dz, softening2))));    // 1 / distance
    float each = there.w * near * near * near;
    pull->x = fma(each, dx, pull->x);
    pull->y = fma(each, dy, pull->y);
    pull->z = fma(each, dz, pull->z);
}
