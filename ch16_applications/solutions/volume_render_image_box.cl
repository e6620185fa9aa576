// SPDX-License-Identifier: MIT
//
// Exercise 4 of volume_render_image: rays that begin where the volume begins, and end behind it.

// Outside of an image this sampler reads 0, between the numbers of an image a mean of the nearest.
constant sampler_t LINEAR = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

// The density at any place: 0 to 1.  The first number of an image has its middle at 0.5.
float density(read_only image3d_t volume, float4 at)
{
    return read_imagef(volume, LINEAR, at + 0.5f).x;
}

// How the density changes at a place, along each axis: over two steps.
float4 gradient(read_only image3d_t volume, float4 at)
{
    float4 x = (float4)(1, 0, 0, 0), y = (float4)(0, 1, 0, 0), z = (float4)(0, 0, 1, 0);
    return (float4)(density(volume, at + x) - density(volume, at - x),
                    density(volume, at + y) - density(volume, at - y),
                    density(volume, at + z) - density(volume, at - z), 0);
}

// Pixel (x, y) sees what is on the ray start + x * right + y * down + step * forward, for all
// steps.  `light` leads to the light.  `colours` is red, green, blue, and how much of the light a
// step keeps: from density 0 to density 1.
kernel void volume_render_image(global float4 *restrict picture, read_only image3d_t volume,
                                read_only image1d_t colours, float4 start, float4 right,
                                float4 down, float4 forward, float4 light, int steps, uint width,
                                uint height)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    float4 from = start + (float)column * right + (float)row * down;
    int last = get_image_width(colours) - 1;

    float4 seen = 0;    // red, green, blue, and how much of the light from further back is kept
    //: skeleton
    //: // Here: density() is 0 where x, y or z is -1 or less, or `side` or more.  Which is the first
    //: // step that is in there, and which one is the first behind it?
    //: int begin = steps / 2, end = steps;
    //: solution
    // Along each axis the ray is inside between two steps.  It is in the box where it is inside
    // along all three.  An axis along which the ray does not move gives -INFINITY and INFINITY,
    // or, beside the box, no step at all.
    float4 to_low = (-1 - from) / forward, to_high = (get_image_width(volume) - from) / forward;
    float4 enters = fmin(to_low, to_high), leaves = fmax(to_low, to_high);
    float first = fmax(fmax(enters.x, enters.y), enters.z);
    float behind = fmin(fmin(leaves.x, leaves.y), leaves.z);
    int begin = clamp(first, 0.0f, (float)steps);
    int end = clamp(behind + 2, 0.0f, (float)steps);
    //: end

    for (int step = begin; step < end && seen.w < 0.996f; step++) {
        float4 at = from + (float)step * forward;
        float4 here = read_imagef(colours, LINEAR, 0.5f + last * density(volume, at));
        if (here.w == 0) continue;
        float4 change = gradient(volume, at);
        // 1: a surface that faces the light, -1: one that faces away, 0: no surface.
        float faces = -dot(change, normalize(light)) / (length(change) + 0.1f);
        float lit = 0.6f + 0.4f * faces;
        seen += (1 - seen.w) * here.w * (float4)(lit * here.xyz, 1);
    }
    picture[row * (size_t)width + column] = seen;
}
