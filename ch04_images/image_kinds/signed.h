// SPDX-License-Identifier: MIT
//
// signed - an image of signed numbers, which kernels read and write with read_imagei and
// write_imagei.

#ifndef IMAGE_SIGNED_H
#define IMAGE_SIGNED_H

#include "ocl.h"

// A kernel makes -1 - x of every number x of an image with 16 bits per channel, in a second image.
ocl_result image_signed_verify(const ocl_env *env, uint64_t seed);

#endif
