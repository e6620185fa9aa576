// SPDX-License-Identifier: MIT
//
// jpeg_pixels - from a file's coefficients to its pixels, with the fastest kernels of jpeg_decode,
// whose lesson this is.

#ifndef JPEG_PIXELS_H
#define JPEG_PIXELS_H

#include "jpeg.h"

typedef struct {
    const ocl_env *env;
    cl_program program;
    cl_kernel idct, colour;
    cl_mem d_pixels, d_samples, d_components;
    size_t bytes;    // of the pixels
    ocl_range_2d idct_range, colour_range;
} jpeg_pixels;

// The kernels for a file whose coefficients are in d_coefficients.  Release it with
// jpeg_pixels_close.
jpeg_pixels jpeg_pixels_open(const ocl_env *env, const jpeg_file *file, cl_mem d_coefficients);
void jpeg_pixels_close(const jpeg_pixels *pixels);

// Enqueues both kernels.
void jpeg_pixels_enqueue(const jpeg_pixels *pixels);

#endif
