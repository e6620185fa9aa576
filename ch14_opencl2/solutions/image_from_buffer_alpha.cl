// SPDX-License-Identifier: MIT
//
// Exercise 4 of image_from_buffer: a negative with `~`.

// Work-item (x, y) makes its pixel negative.
kernel void image_from_buffer_negative(global uchar4 *pixels, int pitch)
{
    global uchar4 *pixel = &pixels[get_global_id(1) * pitch + get_global_id(0)];
    //: skeleton
    //: *pixel = ~*pixel;    // Exercise 4 of image_from_buffer: the fourth byte.
    //: solution
    *pixel = (uchar4)(~pixel->xyz, pixel->w);
    //: end
}

// Work-item (x, y) makes pixel (x, y) of the large picture.  The sampler mixes four pixels, and
// reads the nearest one outside of the picture.
kernel void image_from_buffer_sampler(global uchar4 *out, read_only image2d_t in)
{
    const sampler_t sampler =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    int x = get_global_id(0), y = get_global_id(1);
    float4 mixed = read_imagef(in, sampler, (float2)(0.5f * x + 0.25f, 0.5f * y + 0.25f));
    out[y * get_global_size(0) + x] = convert_uchar4_sat_rte(255 * mixed);
}

// Without a sampler: the kernel mixes the four pixels of the buffer itself.
kernel void image_from_buffer_by_hand(global uchar4 *out, global const uchar4 *in, int pitch)
{
    int x = get_global_id(0), y = get_global_id(1);
    int2 last = (int2)(get_global_size(0) / 2 - 1, get_global_size(1) / 2 - 1);
    int2 own = (int2)(x / 2, y / 2);                                    // three quarters of it
    int2 other = clamp(own + (int2)(x % 2, y % 2) * 2 - 1, 0, last);    // a quarter
    uint4 upper =
        3 * convert_uint4(in[own.y * pitch + own.x]) + convert_uint4(in[own.y * pitch + other.x]);
    uint4 lower = 3 * convert_uint4(in[other.y * pitch + own.x]) +
                  convert_uint4(in[other.y * pitch + other.x]);
    out[y * get_global_size(0) + x] = convert_uchar4((3 * upper + lower + 8) / 16);
}
