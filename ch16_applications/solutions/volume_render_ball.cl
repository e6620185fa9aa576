// SPDX-License-Identifier: MIT
//
// Exercise 2 of volume_render: rays that begin where the ball begins, and end behind it.

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
    float from_x = start.x + column * right.x + row * down.x;
    float from_y = start.y + column * right.y + row * down.y;
    float from_z = start.z + column * right.z + row * down.z;

    //: skeleton
    //: // Here: the ball has a radius of 38 around the middle of the volume, which is at side / 2 in
    //: // each direction.  Which is the first step in it, and which one is the first behind it?
    //: int begin = steps / 2, end = steps;
    //: solution
    // All steps that are at most 38 from the middle of the volume, and one more at both ends.
    float to_x = side / 2 - from_x, to_y = side / 2 - from_y, to_z = side / 2 - from_z;
    float nearest = to_x * forward.x + to_y * forward.y + to_z * forward.z;    // a step is 1 long
    float beside = to_x * to_x + to_y * to_y + to_z * to_z - nearest * nearest;    // squared
    if (beside > 38 * 38) {
        picture[row * (size_t)width + column] = 0;
        return;
    }
    float inside = sqrt(38 * 38 - beside);
    int begin = max((int)(nearest - inside) - 1, 0);
    int end = min((int)(nearest + inside) + 2, steps);
    //: end

    float seen = 0, passes = 1;    // of the light from further back, how much passes
    for (int step = begin; step < end && passes > 0.01f; step++) {
        float x = from_x + step * forward.x, y = from_y + step * forward.y;
        float z = from_z + step * forward.z;
        float here = density(volume, side, x, y, z);
        if (here == 0) continue;
        float before = density(volume, side, x + light.x, y + light.y, z + light.z);
        float lit = clamp(0.3f + (here - before) * 0.006f, 0.05f, 1.0f);    // less is in the way
        float stays = here * 0.002f;
        seen += passes * stays * lit;
        passes *= 1 - stays;
    }
    picture[row * (size_t)width + column] = seen;
}
