// SPDX-License-Identifier: MIT
//
// Exercise 1 of bmp_file: each work-item writes four bytes of a row.
//: skeleton
//: // Which ones is missing.
//: end

kernel void bmp_file(global uchar *restrict file, global const uchar4 *restrict pixels, uint width,
                     uint height, uint row_bytes)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (4 * x >= row_bytes) return;    // a row has more pixels than pieces of four bytes
    global uchar *row = file + HEADER + (height - 1 - y) * row_bytes;
    uchar bytes[4];
    for (size_t i = 0; i < 4; i++) {
        size_t at = 4 * x + i;    // in the row
        //: skeleton
        //: // Exercise 1 of bmp_file: of which pixel is this byte, and is it blue, green or red?
        //: bytes[i] = at / 3 < width ? 1 : 0;
        //: solution
        uchar4 pixel = at / 3 < width ? pixels[y * width + at / 3] : (uchar4)(0);
        bytes[i] = at % 3 == 0 ? pixel.z : at % 3 == 1 ? pixel.y : pixel.x;
        //: end
    }
    vstore4((uchar4)(bytes[0], bytes[1], bytes[2], bytes[3]), x, row);
}
