// SPDX-License-Identifier: MIT
//
// Exercise 3 of sampler_modes: the edge goes on outside, without the mode for it.

kernel void sampler_modes(write_only image2d_t out, read_only image2d_t image, sampler_t sampler,
                          float2 step)
{
    const int2 pixel = (int2)(get_global_id(0), get_global_id(1));
    const float2 size = convert_float2(get_image_dim(image));

    // From the middle of the picture to the middle of this pixel, in the output and in the image.
    const float2 d = convert_float2(pixel) + 0.5f - 0.5f * size;
    const float2 turned = (float2)(step.x * d.x - step.y * d.y, step.y * d.x + step.x * d.y);

    // Normalised coordinates: 0 to 1 from edge to edge.
    const float2 at = (turned + 0.5f * size) / size;
    const sampler_t black = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
    //: skeleton
    //: // Here: outside of the image it is black.
    //: const float2 inside = at;
    //: solution
    // No further out than the middle of the last pixel: there linear is that pixel alone.
    const float2 inside = clamp(at, 0.5f / size, 1.0f - 0.5f / size);
    //: end
    write_imagef(out, pixel, read_imagef(image, black, inside));
}
