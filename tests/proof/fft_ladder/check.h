// SPDX-License-Identifier: MIT
//
// check - how far off the spectra of fft_ladder may be.

#ifndef FFT_LADDER_CHECK_H
#define FFT_LADDER_CHECK_H

#include "ocl.h"

// Compares the spectra of all rows of x, after so many launches: each number, and the length of
// each row's error.
ocl_result fft_verify(const char *name, const cl_float2 *y, const cl_float2 *ref,
                      const cl_float2 *x, size_t n, size_t rows, size_t launches);

#endif
