// SPDX-License-Identifier: MIT
//
// Exercise 3 of volume_render_image: the colours between two colours of the table, by hand.

// Outside of an image this sampler reads 0, between the numbers of an image a mean of the nearest.
constant sampler_t LINEAR = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

// At a whole place: the colour with this number, counted from 0.
constant sampler_t PIXEL =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

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
    for (int step = 0; step < steps && seen.w < 0.996f; step++) {
        float4 at = from + (float)step * forward;
        //: skeleton
        //: // Here: `place` is between two colours.  The kernel takes the one before it.
        //: float place = last * density(volume, at);
        //: float4 here = read_imagef(colours, PIXEL, (int)place);
        //: solution
        float place = last * density(volume, at);
        int before = place;    // rounded down
        float4 here = mix(read_imagef(colours, PIXEL, before),
                          read_imagef(colours, PIXEL, min(before + 1, last)), place - before);
        //: end
        if (here.w == 0) continue;
        float4 change = gradient(volume, at);
        // 1: a surface that faces the light, -1: one that faces away, 0: no surface.
        float faces = -dot(change, normalize(light)) / (length(change) + 0.1f);
        float lit = 0.6f + 0.4f * faces;
        seen += (1 - seen.w) * here.w * (float4)(lit * here.xyz, 1);
    }
    picture[row * (size_t)width + column] = seen;
}
