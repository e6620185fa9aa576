// y is the picture with left and right exchanged.

constant sampler_t pick =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void mirror(global float4 *y, read_only image2d_t picture)
{
    int w = get_image_width(picture), h = get_image_height(picture);
    int column = get_global_id(0), row = get_global_id(1);
    if (column < w && row < h)
        y[row * w + column] = read_imagef(picture, pick, (int2)(w - 1 - column, row));
}
