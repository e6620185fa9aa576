// SPDX-License-Identifier: MIT
//
// output_picture - the picture that --output asks for.

#ifndef OCL_OUTPUT_PICTURE_H
#define OCL_OUTPUT_PICTURE_H

#include "picture/picture.h"

// The format follows the ending of the name: .bmp, .ppm, .pgm, .png.  A file that cannot be written
// ends the program with OCL_EXIT_USAGE and a complaint that names it.
void ocl_output_picture(const ocl_picture *picture, const char *path);

#endif
