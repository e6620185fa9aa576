// SPDX-License-Identifier: MIT
//
// reference - from pixels to coefficients in plain C.
//
//   1. Colour (JFIF 1.02), rounded to 8 bits: Y = 0.299 R + 0.587 G + 0.114 B and so on.
//   2. Subsampling: the mean of the pixels that a sample stands for.  Halves are rounded up and
//      down in turn, as libjpeg does.  Behind the picture's edge its last pixel goes on.
//   3. The DCT of a block of samples - 128 by its definition (A.3.3), in double precision.
//   4. Each coefficient divided by its step.
//
// A block that has no pixel of the picture has the DC coefficient of its neighbour, and no others.
// It costs few bits, and nobody sees it.

#ifndef JPEG_ENCODE_REFERENCE_H
#define JPEG_ENCODE_REFERENCE_H

#include "frame.h"

// The coefficients of a picture, JPEG_BLOCK * blocks values in natural order.
typedef struct {
    size_t count;
    float *exact;        // not rounded
    int16_t *integer;    // of libjpeg's slow integer DCT, quantised
} jpeg_wanted;

// Free it with jpeg_wanted_free.
jpeg_wanted jpeg_wanted_new(const jpeg_file *frame, const uint8_t *rgba);
void jpeg_wanted_free(jpeg_wanted *wanted);

// The DCT of a block of samples - 128: by the definition; in integers, times 8, as libjpeg's slow
// one.
void jpeg_dct_ref(double coefficients[JPEG_BLOCK], const double shifted[JPEG_BLOCK]);
void jpeg_dct_integer(int32_t coefficients[JPEG_BLOCK], const int32_t shifted[JPEG_BLOCK]);

// Compares a device's coefficients.  If it calculates in integers, they must be equal.  Else they
// may be 1/2 from the exact ones, and a little more: a sum of 64 products, of at most 2048
// together, errs by less than 66 * 2048 * 2^-24.
ocl_result jpeg_verify_coefficients(const char *what, const int16_t *got, const jpeg_wanted *wanted,
                                    bool in_integers);

#endif
