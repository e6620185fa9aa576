// SPDX-License-Identifier: MIT
//
// Makes a picture half as wide and half as high: each pixel is the mean of four.  The bytes of a
// picture are sRGB: they do not grow with the light, so they must be converted before the mean is
// taken, and back after it.
//
// Work-item (x, y) makes the pixel (x, y) of the output.  Where the picture has an odd number of
// columns or rows, the last one is read twice.

// Light, 0 to 1, from what a pixel stores, 0 to 1.  Alpha is stored as it is.
float4 to_light(float4 stored)
{
    float4 dark = stored / 12.92f, bright = powr((stored + 0.055f) / 1.055f, 2.4f);
    return (float4)(select(bright, dark, stored <= 0.04045f).xyz, stored.w);
}

// The way back.
float4 to_stored(float4 light)
{
    float4 dark = 12.92f * light, bright = 1.055f * powr(light, 1 / 2.4f) - 0.055f;
    return (float4)(select(bright, dark, light < 0.0031308f).xyz, light.w);
}

// Where pixel k (0 to 3) of the four is that become pixel `at` of the output.
int2 one_of_four(int2 at, int k, int2 size)
{
    return min(2 * at + (int2)(k % 2, k / 2), size - 1);
}

// The mistake: the mean of the bytes.
kernel void srgb_image_bytes(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = 0;
    for (int k = 0; k < 4; k++)
        sum += read_imagef(in, one_of_four(at, k, get_image_dim(in)));
    write_imagef(out, at, sum / 4);
}

// The kernel converts both ways.
kernel void srgb_image_by_hand(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = 0;
    for (int k = 0; k < 4; k++)
        sum += to_light(read_imagef(in, one_of_four(at, k, get_image_dim(in))));
    write_imagef(out, at, to_stored(sum / 4));
}

// `in` is an sRGB image: the device converts what it reads.
kernel void srgb_image_device(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = 0;
    for (int k = 0; k < 4; k++)
        sum += read_imagef(in, one_of_four(at, k, get_image_dim(in)));
    write_imagef(out, at, to_stored(sum / 4));
}

// One read at the corner between the four pixels.  A sampler takes the mean after the conversion.
kernel void srgb_image_filter(write_only image2d_t out, read_only image2d_t in)
{
    const sampler_t sampler =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, to_stored(read_imagef(in, sampler, convert_float2(2 * at + 1))));
}

// What the device reads, pixel by pixel: the NDRange is the image.
kernel void srgb_image_read(global float4 *out, read_only image2d_t in)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_image_width(in) + x] = read_imagef(in, (int2)(x, y));
}
