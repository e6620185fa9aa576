// SPDX-License-Identifier: MIT
//
// gl_texture - a relief of a picture: light falls from its first corner.
//
// Work-item (x, y) makes pixel (x, y) of `out`.  Left of `line` it is the relief, and the pixel of
// `in` elsewhere.  Both images are textures of OpenGL, or copies of them: red, green, blue and
// alpha from 0 to 1.

constant sampler_t TEXELS =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void gl_texture_relief(write_only image2d_t out, read_only image2d_t in, int line)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x >= get_image_width(out) || at.y >= get_image_height(out)) return;
    float4 pixel = read_imagef(in, TEXELS, at);
    if (at.x < line) {
        float4 rise = read_imagef(in, TEXELS, at + 1) - read_imagef(in, TEXELS, at - 1);
        pixel.xyz = clamp(0.5f + rise.xyz, 0.0f, 1.0f);
    }
    write_imagef(out, at, pixel);
}
