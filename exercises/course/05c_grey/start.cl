// The grey value of each pixel.  x, y, z, w of a pixel are red, green, blue and how opaque it is.

kernel void to_grey(global uchar *grey, global const uchar4 *pixels, uint n)
{
    uint i = get_global_id(0);
    if (i < n) grey[i] = pixels[i].x;
}
