// SPDX-License-Identifier: MIT
//
// images - handwritten digits of 8 x 8 pixels.

#ifndef NEURAL_NET_IMAGES_H
#define NEURAL_NET_IMAGES_H

#include "ocl.h"

enum { PIXELS = 64, DIGITS = 10, LEARNED = 1200, IMAGES = 1797 };

// From digits.csv of data/: the first n images, and six times as many of the 597 behind the first
// LEARNED ones, or all.  Returns `count`, how many these are together.  Pixel j of image i, from 0
// (white) to 1 (black), is pixels[j * count + i].  Both arrays are malloc'ed.  A file that is
// missing or wrong ends the program with OCL_EXIT_USAGE.
size_t load_images(float **pixels, cl_uint **digits, size_t n);

#endif
