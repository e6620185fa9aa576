// SPDX-License-Identifier: MIT
//
// drawing - a spectrum as a picture.

#ifndef FFT_ANY_LENGTH_DRAWING_H
#define FFT_ANY_LENGTH_DRAWING_H

#include "ocl.h"

// How strong each wave is, as a brightness: logarithms, from the mean to 1 / 10000 of the
// strongest.  Slow waves are in the middle.
void draw_spectrum(const cl_float2 *y, size_t width, size_t height, const char *path);

#endif
