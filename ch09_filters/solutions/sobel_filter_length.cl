// SPDX-License-Identifier: MIT
//
// Exercise 3 of sobel_filter: length() for each channel.
//
// The edges of a picture: each pixel becomes the length of the gradient there.
//
//          | -1  0  1 |                 | -1 -2 -1 |
//     gx = | -2  0  2 |            gy = |  0  0  0 |            length = sqrt(gx^2 + gy^2)
//          | -1  0  1 |                 |  1  2  1 |
//
// A pixel has four channels: red, green, blue, alpha.  The first three are filtered, each by
// itself.  The NDRange is as large as the picture.

// The pixel at (x, y); outside of the picture, the nearest one at its edge.
int4 pixel_at(global const uchar4 *in, long x, long y)
{
    long width = get_global_size(0), height = get_global_size(1);
    return convert_int4(in[clamp(y, 0L, height - 1) * width + clamp(x, 0L, width - 1)]);
}

// Work-item (x, y) makes pixel (x, y).
kernel void sobel_filter(global uchar4 *restrict out, global const uchar4 *restrict in)
{
    long x = get_global_id(0), y = get_global_id(1);
    int4 gx = 0, gy = 0;
    for (int k = -1; k <= 1; k++) {
        int weight = k == 0 ? 2 : 1;
        gx += weight * (pixel_at(in, x + 1, y + k) - pixel_at(in, x - 1, y + k));
        gy += weight * (pixel_at(in, x + k, y + 1) - pixel_at(in, x + k, y - 1));
    }
    //: skeleton
    //: float4 lengths = (float4)(length((float2)(gx.x, gy.x)), 0.0f, 0.0f, 255.0f);
    //: // Here: the same for green and blue.
    //: solution
    float4 lengths = (float4)(length((float2)(gx.x, gy.x)), length((float2)(gx.y, gy.y)),
                              length((float2)(gx.z, gy.z)), 255.0f);    // opaque
    //: end
    uchar4 result = convert_uchar4_sat_rte(lengths);
    out[y * (long)get_global_size(0) + x] = result;
}
