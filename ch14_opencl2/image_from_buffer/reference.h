// SPDX-License-Identifier: MIT
//
// reference - the large negative in plain C.

#ifndef IMAGE_FROM_BUFFER_REFERENCE_H
#define IMAGE_FROM_BUFFER_REFERENCE_H

#include "ocl.h"

// A new picture of this size.  Without memory the program ends with OCL_EXIT_USAGE.
ocl_picture picture_of(size_t width, size_t height);

// The negative, twice as wide and twice as high.  A pixel of it lies a quarter of a pixel beside
// the middle of one of the picture: along each axis it is 3/4 of this one and 1/4 of the next one.
void enlarge_ref(ocl_picture *ref, const ocl_picture *picture);

#endif
