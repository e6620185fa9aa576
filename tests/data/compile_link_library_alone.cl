// SPDX-License-Identifier: MIT
//
// compile_link_library --kernel tests/data/compile_link_library_alone.cl
//
// The filter of compile_link_library.cl without headers and without a call of what the other parts
// define.

constant sampler_t PIXEL = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void image_filter(write_only image2d_t dst, read_only image2d_t src,
                         constant float *weights, int n, int m)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int2 size = get_image_dim(src), last = size - 1, period = max(2 * last, 1);
    if (at.x >= size.x || at.y >= size.y) return;

    float4 sum = 0.0f;
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column++) {
            int2 from = convert_int2(abs(at + (int2)(column - n / 2, row - m / 2))) % period;
            from = min(from, 2 * last - from);
            sum += weights[row * n + column] * read_imagef(src, PIXEL, from);
        }
    float4 toned = sum * sum * (3.0f - 2.0f * sum);
    write_imagef(dst, at, (float4)(toned.xyz, sum.w));
}
