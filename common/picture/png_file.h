// SPDX-License-Identifier: MIT
//
// png_file - PNG files through libpng.  Without libpng both functions refuse and name its package.

#ifndef OCL_PNG_FILE_H
#define OCL_PNG_FILE_H

#include "picture.h"

// Decodes the file to 8 bits per channel; the picture is allocated.
bool ocl_png_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why);

// Encodes with 8 bits for each of red, green, blue and alpha.  *data is malloc'ed.
bool ocl_png_encode(const ocl_picture *picture, uint8_t **data, size_t *bytes, ocl_message *why);

#endif
