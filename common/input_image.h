// SPDX-License-Identifier: MIT
//
// input_image - the picture that a sample works on, from the command line.

#ifndef OCL_INPUT_IMAGE_H
#define OCL_INPUT_IMAGE_H

#include "image.h"
#include "options.h"

// The picture of --input; with --size WxH (opt.n[0] wide, opt.n[1] high), the one of that size that
// `pattern` (of OCL_PATTERNS) and --seed make; without either, `default_file` of data/.  A file that
// cannot be read, a size that memory does not hold, both options at once: OCL_EXIT_USAGE and why.
// Free with ocl_image_free.
ocl_image ocl_input_image(const ocl_options *options, size_t pattern, const char *default_file);

#endif
