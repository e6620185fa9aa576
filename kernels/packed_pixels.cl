// SPDX-License-Identifier: MIT
//
// Pixels whose channels are fields of one number.  One pixel per work-item.
//
// PACKED    the type of a packed pixel: ushort or uint
// BITS      of the fields of red, green, blue and alpha, as four numbers; no alpha: 0
// SHIFTS    where the fields begin, counted from the lowest bit

#if !defined(PACKED) || !defined(BITS) || !defined(SHIFTS)
#error "the host must build this file with -DPACKED=... -DBITS=... -DSHIFTS=..."
#endif

constant uint FIELD_BITS[4] = { BITS }, FIELD_SHIFTS[4] = { SHIFTS };

// From four bytes to fields: from 0 .. 255 to 0 .. most, to the nearest.
kernel void packed_pixels_pack(global PACKED *restrict packed, global const uchar *restrict rgba,
                               ulong n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint all = 0;
    for (uint c = 0; c < 4; c++) {
        const uint most = (1u << FIELD_BITS[c]) - 1;
        all |= (rgba[4 * i + c] * most + 127) / 255 << FIELD_SHIFTS[c];
    }
    packed[i] = (PACKED)all;
}

// From fields to numbers from 0 to 1.  Without a field, alpha is 1.
kernel void packed_pixels_unpack(global float *restrict out, global const PACKED *restrict packed,
                                 ulong n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    for (uint c = 0; c < 4; c++) {
        const uint most = (1u << FIELD_BITS[c]) - 1;
        const uint field = packed[i] >> FIELD_SHIFTS[c] & most;
        out[4 * i + c] = most > 0 ? (float)field / (float)most : 1.0f;
    }
}

constant sampler_t PIXELS =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// Read from an image, whose format the device knows: no shifts are needed.
kernel void packed_pixels_read(global float4 *restrict out, read_only image2d_t image, ulong n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const int y = (int)i / get_image_width(image);
    const int x = (int)i - y * get_image_width(image);
    out[i] = read_imagef(image, PIXELS, (int2)(x, y));
}

// And back: the device makes the fields from numbers from 0 to 1.
kernel void packed_pixels_write(write_only image2d_t image, global const float4 *restrict colours,
                                ulong n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const int y = (int)i / get_image_width(image);
    const int x = (int)i - y * get_image_width(image);
    write_imagef(image, (int2)(x, y), colours[i]);
}
