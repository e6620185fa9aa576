// SPDX-License-Identifier: MIT
//
// headers - the markers of a JPEG file that come before its codes.

#ifndef JPEG_HEADERS_H
#define JPEG_HEADERS_H

#include "shared/jpeg/jpeg.h"

// Appends them, in libjpeg's order: JFIF, quantisation tables, frame, Huffman tables, restart
// interval, scan.
void jpeg_append_headers(ocl_growing *file, const jpeg_file *frame);

#endif
