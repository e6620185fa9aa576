// SPDX-License-Identifier: MIT
//
// Exercise 5 of image_rotate: the middle of a pixel.
//: skeleton
//: // Here it is forgotten.
//: end

kernel void image_rotate(write_only image2d_t out, read_only image2d_t image, sampler_t sampler,
                         float2 step)
{
    const int2 pixel = (int2)(get_global_id(0), get_global_id(1));
    const float2 size = convert_float2(get_image_dim(image));

    // From the middle of the picture to the middle of this pixel, in the output and in the image.
    //: skeleton
    //: const float2 d = convert_float2(pixel) - 0.5f * size;    // Here: to the middle of the pixel.
    //: solution
    const float2 d = convert_float2(pixel) + 0.5f - 0.5f * size;
    //: end
    const float2 turned = (float2)(step.x * d.x - step.y * d.y, step.y * d.x + step.x * d.y);

    // Normalised coordinates: 0 to 1 from edge to edge.
    const float2 at = (turned + 0.5f * size) / size;
    write_imagef(out, pixel, read_imagef(image, sampler, at));
}
