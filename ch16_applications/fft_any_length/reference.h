// SPDX-License-Identifier: MIT
//
// reference - spectra of any length in plain C, in double; a spectrum as a picture.

#ifndef FFT_ANY_LENGTH_REFERENCE_H
#define FFT_ANY_LENGTH_REFERENCE_H

#include "ocl.h"

typedef struct {
    double re, im;
} complex_f64;

// The spectrum y of the n numbers x[0], x[stride], x[2 * stride], ...
void fft_ref(complex_f64 *y, const complex_f64 *x, size_t n, size_t stride);

// That of a picture: all rows, then all columns.
void picture_ref(complex_f64 *y, const cl_float2 *x, size_t width, size_t height);

// How many products picture_ref makes.
double products_of_reference(size_t width, size_t height);

// How strong each wave is, as a brightness: logarithms, from the mean to 1 / 10000 of the
// strongest.  Slow waves are in the middle.
void draw_spectrum(const cl_float2 *y, size_t width, size_t height, const char *path);

#endif
