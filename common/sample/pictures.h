// SPDX-License-Identifier: MIT
//
// pictures - the pictures that --input and --output name.

#ifndef OCL_PICTURES_H
#define OCL_PICTURES_H

#include "env.h"
#include "pattern.h"
#include "picture/picture.h"

// The row of an option table that takes `pattern`, a size_t.
#define OCL_PATTERN_OPTION(pattern)                                                           \
    {                                                                                         \
        .usage = "-p, --pattern NAME: of the picture that --size makes", .choice = (pattern), \
        .choices = OCL_PATTERNS, .needs = 'n'                                                 \
    }

// The picture of --input; or, with --size WxH (n[0] wide, n[1] high), the one of that size that
// `pattern` (of OCL_PATTERNS) and --seed make; or, without either, `default_file` of data/.  Free
// it with ocl_picture_free.
//
// Exits with OCL_EXIT_USAGE and the reason when a file cannot be read, when both options are given,
// when --seed is given and nothing would be made from it, when there are 2^32 pixels or more
// (samples count pixels in 32 bits), and when the device or the host has no memory for one copy
// each.
ocl_picture ocl_input_picture(const ocl_env *env, size_t pattern, const char *default_file);

// The format follows the ending of the name: .bmp, .ppm, .pgm, .png.  A file that cannot be written
// ends the program with OCL_EXIT_USAGE and a complaint that names it.
void ocl_output_picture(const ocl_picture *picture, const char *path);

#endif
