// SPDX-License-Identifier: MIT
//
// headers - the markers of a JPEG file that come before its codes, and the one behind them.

#ifndef JPEG_HEADERS_H
#define JPEG_HEADERS_H

#include "shared/jpeg/jpeg.h"

// Appends them, in libjpeg's order: JFIF, quantisation tables, frame, Huffman tables, restart
// interval, scan.
void jpeg_append_headers(ocl_growing *file, const jpeg_file *frame);

// The codes of a whole file: what is between the markers before them and the one behind.
ocl_blob jpeg_codes_of(const jpeg_file *frame, ocl_blob file);

// The file with these codes; malloc'ed.
ocl_blob jpeg_file_of(const jpeg_file *frame, ocl_blob codes);

#endif
