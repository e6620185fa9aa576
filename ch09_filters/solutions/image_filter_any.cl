// SPDX-License-Identifier: MIT
//
// Exercise 5 of image_filter: outside, without four comparisons.
//
// Each pixel becomes a weighted sum of the window x window pixels around it, channel by channel.
// Weights and window are arguments: one kernel is a mean, a Gaussian, or any other such filter.
//
// weights[window * j + i] belongs to the pixel in column i and row j of the window.  `window` is
// odd.  Pixels from `end` on are not made: the NDRange may be larger than the picture.
//
// read_imagef gives red, green, blue and alpha from 0 to 1, however the image stores them: RGBA,
// BGRA or ARGB.  An image of one channel, CL_R, gives (red, 0, 0, 1).

// Outside of the image a read gives the nearest pixel inside.
constant sampler_t SAMPLER =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// Work-item (x, y) makes pixel (x, y).
kernel void image_filter_edge(write_only image2d_t out, read_only image2d_t in,
                              constant float *weights, int window, int2 end)
{
    int x = get_global_id(0), y = get_global_id(1), radius = window / 2;
    if (x >= end.x || y >= end.y) return;
    float4 sum = 0.0f;
    for (int j = 0; j < window; j++)
        for (int i = 0; i < window; i++)
            sum += weights[window * j + i] *
                   read_imagef(in, SAMPLER, (int2)(x + i - radius, y + j - radius));
    write_imagef(out, (int2)(x, y), sum);
}

// A neighbour outside of the image counts as the pixel in the middle.
kernel void image_filter_centre(write_only image2d_t out, read_only image2d_t in,
                                constant float *weights, int window, int2 end)
{
    int x = get_global_id(0), y = get_global_id(1), radius = window / 2;
    if (x >= end.x || y >= end.y) return;
    float4 centre = read_imagef(in, SAMPLER, (int2)(x, y)), sum = 0.0f;
    for (int j = 0; j < window; j++)
        for (int i = 0; i < window; i++) {
            int2 at = (int2)(x + i - radius, y + j - radius);
            //: skeleton
            //: bool outside = false;    // Here: does clamp change the place?
            //: solution
            bool outside = any(at != clamp(at, (int2)(0), end - 1));
            //: end
            sum += weights[window * j + i] * (outside ? centre : read_imagef(in, SAMPLER, at));
        }
    write_imagef(out, (int2)(x, y), sum);
}
