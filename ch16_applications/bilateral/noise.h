// SPDX-License-Identifier: MIT
//
// noise - puts noise into a picture, and says how much of it is there.

#ifndef BILATERAL_NOISE_H
#define BILATERAL_NOISE_H

#include "ocl.h"

// A copy of the picture, with nearly normal noise of this width in red, green and blue.  Free it
// with ocl_picture_free.
ocl_picture add_noise(const ocl_picture *clean, double width, uint64_t seed);

// The picture of these pixels, RGBA: each number is rounded.  Free it with ocl_picture_free.
ocl_picture round_pixels(const float *rgba, uint32_t width, uint32_t height);

// How near red, green and blue are to those of the clean picture, in decibels: 20 log10(255 / e),
// where e is the root of the mean square of the differences.  NaN where there are none.
double psnr(const ocl_picture *got, const ocl_picture *clean);

// Three pictures of the same size, side by side in a file.
void output_three(const ocl_picture *const pictures[3], const char *path);

#endif
