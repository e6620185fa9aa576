// SPDX-License-Identifier: MIT
//
// jpeg_reference - from coefficients to pixels in plain C, by the definitions.
//
//   1. dequantised = coefficient * quantisation, clamped to -2048 to 2047.  A good encoder stays
//      inside; so damaged files cannot overflow 16 bits.
//   2. IDCT by its definition (A.3.3), plus 128, clamped to 0 to 255: a sample.
//   3. Upsampling by replication: pixel (x, y) takes the sample (x * h / h_max, y * v / v_max) of a
//      component, rounded down, also where h_max / h is no integer.
//   4. Colour from the samples (JFIF 1.02), clamped to 0 to 255: R = Y + 1.402 (Cr - 128),
//      G = Y - 0.344136286 (Cb - 128) - 0.714136286 (Cr - 128), B = Y + 1.772 (Cb - 128).
//      YCCK: R, G, B of Y, Cb, Cr; C = 255 - R, M = 255 - G, Y = 255 - B; K as it is.
//      CMYK, if `inverted` is false: C' = 255 - C and so on, else C' = C.  R = C' * K' / 255; G of
//      M, B of Y alike.  Alpha is 255.
//
// Nothing is rounded: a device rounds samples and pixels to the nearest integer (halves up), and
// may be as far from this as the bound says.

#ifndef JPEG_REFERENCE_H
#define JPEG_REFERENCE_H

#include "jpeg.h"

// The IDCT of a block alone, without rounding; samples[8 * y + x] of dequantised[8 * v + u].
void jpeg_idct_ref(double samples[JPEG_BLOCK], const double dequantised[JPEG_BLOCK]);

// The coefficients of all blocks, decoded on the host (shared/jpeg/entropy.h); damage adds warnings
// to the file.  Exits with OCL_EXIT_USAGE when there is no memory.
void jpeg_coefficients_ref(int16_t *coefficients, jpeg_file *file);

// Pixels row after row, 4 values of 0 to 255 each; and how far a device's 8-bit pixels may be from
// them.  False, with a message, when there is no memory for the samples.
bool jpeg_pixels_ref(float *rgba, double *bound, const jpeg_file *file, const int16_t *coefficients,
                     ocl_message *why);

// The right answer for a file.
typedef struct {
    float *rgba;
    size_t pixels;
    double bound;
} jpeg_answer;

// Decodes the file to `coefficients` (damage adds warnings to the file), and these to pixels.
// Exits with OCL_EXIT_USAGE when there is no memory.  Free it with jpeg_answer_free.
jpeg_answer jpeg_answer_new(jpeg_file *file, int16_t *coefficients);
void jpeg_answer_free(jpeg_answer *answer);

// Compares a device's pixels with it.
ocl_result jpeg_verify(const char *what, const uint8_t *rgba, const jpeg_answer *answer);

#endif
