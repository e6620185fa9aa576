// SPDX-License-Identifier: MIT
//
// Exercise 5 of image_rotate: a sampler that stands in the kernel.
//: skeleton
//: // Its settings are other ones than the host's.
//: end

constant sampler_t own =
    //: skeleton
    //: CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;    // Here.
    //: solution
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
//: end

kernel void image_rotate(write_only image2d_t out, read_only image2d_t image, sampler_t sampler,
                         float2 turn)
{
    const int2 pixel = (int2)(get_global_id(0), get_global_id(1));
    const float2 size = convert_float2(get_image_dim(image));

    // From the middle of the picture to the middle of this pixel, in the output and in the image.
    const float2 d = convert_float2(pixel) + 0.5f - 0.5f * size;
    const float2 turned = (float2)(turn.x * d.x - turn.y * d.y, turn.y * d.x + turn.x * d.y);

    // Normalised coordinates: 0 to 1 from edge to edge.
    const float2 at = (turned + 0.5f * size) / size;
    write_imagef(out, pixel, read_imagef(image, own, at));
}
