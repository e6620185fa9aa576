// SPDX-License-Identifier: MIT
//
// ref - histogram equalisation in plain C.

#ifndef EQUALIZE_REF_H
#define EQUALIZE_REF_H

#include "picture.h"

// Equalises red, green and blue separately (3 channels), or luma (1 channel).  `ref` has the size
// of `picture`.  Alpha is copied.
void image_equalize_ref(ocl_picture *ref, const ocl_picture *picture, size_t channels);

#endif
