// SPDX-License-Identifier: MIT
//
// pixels - from a file's coefficients to its pixels, with the fastest kernels of jpeg_decode, whose
// lesson this is.

#ifndef JPEG_PIXELS_H
#define JPEG_PIXELS_H

#include "shared/jpeg_reference.h"

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

// Fills the pixels before a run, and waits.
void jpeg_pixels_poison(const jpeg_pixels *pixels, size_t run);

// Runs both kernels and maps the pixels for the host.  Adds the time since begin_ns, unless run is
// 0, and the answer.
void jpeg_pixels_take(const jpeg_pixels *pixels, ocl_times *times, size_t run, double begin_ns);

// Compares the pixels with the right answer.
ocl_result jpeg_pixels_verify(const jpeg_pixels *pixels, const jpeg_answer *answer);

#endif
