// SPDX-License-Identifier: MIT
//
// Exercise 4 of image_rotate: the turn as two dot products.

kernel void image_rotate(write_only image2d_t out, read_only image2d_t image, sampler_t sampler,
                         float2 turn)
{
    const int2 pixel = (int2)(get_global_id(0), get_global_id(1));
    const float2 size = convert_float2(get_image_dim(image));

    // From the middle of the picture to the middle of this pixel, in the output and in the image.
    const float2 d = convert_float2(pixel) + 0.5f - 0.5f * size;
    //: skeleton
    //: // Here: a sign is wrong, twice.
    //: const float2 turned =
    //:     (float2)(dot((float2)(turn.x, turn.y), d), dot((float2)(-turn.y, turn.x), d));
    //: solution
    const float2 turned =
        (float2)(dot((float2)(turn.x, -turn.y), d), dot((float2)(turn.y, turn.x), d));
    //: end

    // Normalised coordinates: 0 to 1 from edge to edge.
    const float2 at = (turned + 0.5f * size) / size;
    write_imagef(out, pixel, read_imagef(image, sampler, at));
}
