// SPDX-License-Identifier: MIT
//
// input_image - the picture that a sample works on, from the command line.

#ifndef OCL_INPUT_IMAGE_H
#define OCL_INPUT_IMAGE_H

#include "devices.h"
#include "image.h"

// The row of an option table that takes `pattern`, a size_t.
#define OCL_PATTERN_OPTION(pattern)                                                        \
    {                                                                                      \
        'p', "pattern", OCL_CHOICE, (pattern), "NAME", "of the picture that --size makes", \
            OCL_PATTERNS                                                                   \
    }

// The picture of --input; with --size WxH (opt.n[0] wide, opt.n[1] high), the one of that size that
// `pattern` (of OCL_PATTERNS) and --seed make; without either, `default_file` of data/.  A file that
// cannot be read, a size that memory does not hold, both options at once: OCL_EXIT_USAGE and why.
// Free with ocl_image_free.
ocl_image ocl_input_image(const ocl_options *options, size_t pattern, const char *default_file);

// The same for a device that counts pixels in 32 bits: OCL_EXIT_USAGE too, before the picture is made,
// when there are more, or when the device and the host do not have the memory for one copy each.
ocl_image ocl_counted_image(const ocl_env *env, size_t pattern, const char *default_file);

#endif
