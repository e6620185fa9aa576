// SPDX-License-Identifier: MIT
//
// Exercise 3 of volume_render: a ray begins at a vector.

#pragma OPENCL FP_CONTRACT OFF    // each product and each sum is rounded, as on the host

float between(float a, float b, float part)
{
    return a + part * (b - a);
}

// The density at any place, from the eight numbers around it: 0 to 255, and 0 outside.  Number
// (x, y, z) of the volume is volume[(z * side + y) * side + x].
float density(global const uchar *volume, int side, float x, float y, float z)
{
    int last = side - 1;
    if (!(x >= 0 && y >= 0 && z >= 0 && x < last && y < last && z < last)) return 0;
    int i = x, j = y, k = z;    // rounded down
    global const uchar *near = volume + (k * side + j) * side + i, *far = near + side * side;
    float top = between(near[0], near[1], x - i);
    float bottom = between(near[side], near[side + 1], x - i);
    float far_top = between(far[0], far[1], x - i);
    float far_bottom = between(far[side], far[side + 1], x - i);
    return between(between(top, bottom, y - j), between(far_top, far_bottom, y - j), z - k);
}

// Pixel (x, y) sees what is on the ray start + x * right + y * down + step * forward, for all
// steps.  `light` is where light comes from, seen from each place.
kernel void volume_render(global float *restrict picture, global const uchar *restrict volume,
                          int side, float4 start, float4 right, float4 down, float4 forward,
                          float4 light, int steps, uint width, uint height)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    //: skeleton
    //: float4 from = start;    // Here: the ray of this pixel.
    //: solution
    float4 from = start + (float)column * right + (float)row * down;
    //: end

    float seen = 0, passes = 1;    // of the light from further back, how much passes
    for (int step = 0; step < steps && passes > 0.01f; step++) {
        float4 at = from + (float)step * forward;
        float here = density(volume, side, at.x, at.y, at.z);
        if (here == 0) continue;
        float4 lamp = at + light;
        float before = density(volume, side, lamp.x, lamp.y, lamp.z);
        float lit = clamp(0.3f + (here - before) * 0.006f, 0.05f, 1.0f);    // less is in the way
        float stays = here * 0.002f;
        seen += passes * stays * lit;
        passes *= 1 - stays;
    }
    picture[row * (size_t)width + column] = seen;
}
