// SPDX-License-Identifier: MIT
//
// gl_buffer - bodies that pull each other: one step is half a drift, a kick, half a drift.
//
// One work-item per body.  A place holds x, y, z and the body's mass; a velocity x, y, z and
// nothing.  The buffer of places is also the vertex buffer that OpenGL draws.

// All bodies go on with their velocity for a time.
kernel void gl_buffer_drift(global float4 *place, global const float4 *velocity, float time, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) place[i].xyz += time * velocity[i].xyz;
}

// Each body is pulled by all others for a time.  Nearer than the softening the pull grows no more;
// its square is passed.
kernel void gl_buffer_kick(global float4 *velocity, global const float4 *place, float time,
                           float softening2, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float4 here = place[i];
    float x = 0.0f, y = 0.0f, z = 0.0f;
    for (uint j = 0; j < n; j++) {
        float4 there = place[j];
        float dx = there.x - here.x, dy = there.y - here.y, dz = there.z - here.z;
        float near = rsqrt(dx * dx + dy * dy + dz * dz + softening2);
        float pull = there.w * near * near * near;
        x += pull * dx;
        y += pull * dy;
        z += pull * dz;
    }
    velocity[i].xyz += time * (float3)(x, y, z);
}
