// SPDX-License-Identifier: MIT
//
// Exercise 4 of sampler_modes: the image again and again, mirrored, without the mode for it.

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
    const sampler_t edge =
        CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    //: skeleton
    //: // Here: this is mirrored at 0, and not at 1.
    //: const float2 mirrored = fabs(at);
    //: solution
    // The pattern repeats after 2, and is even: the way to the nearest even number.
    const float2 mirrored = fabs(at - 2.0f * rint(0.5f * at));
    //: end
    write_imagef(out, pixel, read_imagef(image, edge, mirrored));
}
