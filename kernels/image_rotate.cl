// SPDX-License-Identifier: MIT
//
// image_rotate - turns the picture in an image around its middle.
//
// Work-item (x, y) makes the pixel (x, y) of the output.  It looks up where this pixel comes from.
// That place lies between the pixels of the image, or outside of it: the sampler decides what the
// work-item gets there.  The NDRange is exactly the picture, and both images have its size.
//
// turn    where one goes in the image, in pixels, for one pixel to the right in the output

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
    write_imagef(out, pixel, read_imagef(image, sampler, at));
}
