// SPDX-License-Identifier: MIT
//
// gl_texture_formats - what a kernel reads from an image: four numbers of 32 bits per pixel.
//
// Work-item (x, y) reads pixel (x, y).  The host sets NUMBERS and READ: float4 and read_imagef,
// int4 and read_imagei, or uint4 and read_imageui, as the image's format wants it.

#if !defined(NUMBERS) || !defined(READ)
#error "the host must build this file with -DNUMBERS=... -DREAD=..."
#endif

kernel void gl_texture_formats_read(global NUMBERS *restrict numbers, read_only image2d_t image)
{
    const sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    int x = get_global_id(0), y = get_global_id(1);
    numbers[y * get_global_size(0) + x] = READ(image, pixels, (int2)(x, y));
}
