// SPDX-License-Identifier: MIT
//
// rows - rows of complex numbers, and their spectra in plain C.

#ifndef FFT_LADDER_ROWS_H
#define FFT_LADDER_ROWS_H

#include "ocl.h"

typedef struct {
    double re, im;
} complex_f64;

// n is 2 to the power of this.
size_t log_2(size_t n);

// Two tones and noise in the real part, noise in the other one.
void make_sound(cl_float2 *x, size_t count, uint64_t seed);

// The answer in plain C: the spectrum of n numbers of x that are `stride` apart.
void fft_ref(complex_f64 *y, const cl_float2 *x, size_t n, size_t stride);

// A part of it: the spectra of the even and of the odd places, one behind the other, become that of
// both.
void join_halves(complex_f64 *y, size_t n);

// The spectra of all rows.
void fft_rows_ref(cl_float2 *y, const cl_float2 *x, size_t n, size_t rows);

// A table for `vectors`: number c of row r is e^(-2 pi i f c / whole).  With first = 0, f is the
// number of the row; with 1 it is 1 in the first row, and 16 in the second.
cl_mem make_roots(const ocl_env *env, double whole, size_t first, size_t rows, size_t columns);

#endif
