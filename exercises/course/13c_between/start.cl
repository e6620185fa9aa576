// y[r][c] is the mean of pixel c and pixel c + 1 of row r.

constant sampler_t mix_pixels =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void between(global float4 *y, read_only image2d_t picture)
{
    int w = get_image_width(picture), h = get_image_height(picture);
    int column = get_global_id(0), row = get_global_id(1);
    float2 at = (float2)(column + 0.5f, row);
    if (column < w && row < h) y[row * w + column] = read_imagef(picture, mix_pixels, at);
}
