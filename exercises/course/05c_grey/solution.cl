// The grey value of each pixel.  x, y, z, w of a pixel are red, green, blue and how opaque it is.

kernel void to_grey(global uchar *grey, global const uchar4 *pixels, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        uint4 p = convert_uint4(pixels[i]);
        grey[i] = (77 * p.x + 150 * p.y + 29 * p.z + 128) / 256;
    }
}
