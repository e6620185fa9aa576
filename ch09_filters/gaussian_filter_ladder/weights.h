// SPDX-License-Identifier: MIT
//
// weights - of a Gaussian window, as integers, so that 8-bit results are exact.

#ifndef GAUSSIAN_WEIGHTS_H
#define GAUSSIAN_WEIGHTS_H

#include "shared/settings.h"

typedef struct {
    size_t window;
    int w[MAX_WINDOW];
    int shift;    // the sum of the w is 2^shift
} gaussian_weights;

// sigma 0: the book's weights 1 2 1 for a window of 3; for others 0.3 (window / 2 - 1) + 0.8, as
// OpenCV does.  Else w is proportional to exp(-x^2 / (2 sigma^2)), rounded; the weight in the
// middle takes what is missing to 2^shift.
gaussian_weights gaussian_weights_of(size_t window, double sigma);

// The weights for the kernel: -D options, in `text`.
const char *gaussian_build_options(char text[256], const gaussian_weights *weights);

#endif
