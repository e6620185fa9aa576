// SPDX-License-Identifier: MIT
//
// bmp_file - the rows of a BMP file with 24 bits a pixel.
//
// HEADER    bytes of the file before its first row
//
// Work-item (x, y) writes the pixel in column x of row y, which counts from the top.
//
//     row of the file    blue green red | blue green red | ... | 0 0      a multiple of 4 bytes

kernel void bmp_file(global uchar *restrict file, global const uchar4 *restrict pixels, uint width,
                     uint height, uint row_bytes)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    global uchar *row = file + HEADER + (height - 1 - y) * row_bytes;    // the bottom row is first
    vstore3(pixels[y * width + x].zyx, x, row);                          // blue, green, red
    if (x == width - 1)
        for (size_t at = 3 * (size_t)width; at < row_bytes; at++)
            row[at] = 0;
}
