// SPDX-License-Identifier: MIT
//
// bmp - Windows and OS/2 bitmap files.

#ifndef OCL_BMP_H
#define OCL_BMP_H

#include "picture.h"

// Decodes 1, 2, 4, 8 bits with palette, RLE4 and RLE8, 16 and 32 bits with and without bit-fields,
// 24 bits; bottom-up and top-down; OS/2, 40-byte, V2 to V5 headers.  Every size and offset is
// checked before it is used; the message names the field that is wrong.  Pixels that a run-length
// file leaves out are transparent black; files without an alpha channel are opaque.  What a run
// draws into the padding of its row is dropped.  Channels of n bits are scaled from 2^n - 1 to 255.
// Layout: Microsoft, "BITMAPINFOHEADER", "BITMAPV5HEADER" and "Bitmap Compression".
bool ocl_bmp_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why);

// Encodes with 24 bits a pixel, or 32 with a V4 header when `alpha` is set.  *data is malloc'ed.
bool ocl_bmp_encode(const ocl_picture *picture, bool alpha, uint8_t **data, size_t *bytes,
                    ocl_message *why);

#endif
