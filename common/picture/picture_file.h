// SPDX-License-Identifier: MIT
//
// picture_file - pictures read from files and written to files.

#ifndef OCL_PICTURE_FILE_H
#define OCL_PICTURE_FILE_H

#include "picture.h"

// Reads BMP, PBM, PGM, PPM (and PNG if the build has libpng).  The content of the file says which
// it is, not its name.  False, with a message that names the file and what is wrong in it.
bool ocl_picture_read(ocl_picture *picture, const char *path, ocl_message *why);

// Reads a picture from the bytes of its file.
bool ocl_picture_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why);

// Whether a file of that name can be written: false, with a message, when its ending says no
// format.
bool ocl_can_write_picture(const char *path, ocl_message *why);

// Writes the format of the name's ending: .bmp, .ppm, .pgm (luminance), .png where libpng is there.
// The file is written as a whole or not at all.
bool ocl_picture_write(const ocl_picture *picture, const char *path, ocl_message *why);

#endif
