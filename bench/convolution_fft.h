// SPDX-License-Identifier: MIT
//
// convolution_fft - the steps of the sample convolution_fft, behind functions.

#ifndef BENCH_CONVOLUTION_FFT_H
#define BENCH_CONVOLUTION_FFT_H

#include "shared/convolution/picture.h"

// Buffers and kernels for a filter and a picture that is padded for it.  To be closed.
void *fft_open(const ocl_env *env, convolution_picture *p, const convolution_filter *f);
void fft_close(void *fft);

// Filters the picture and waits.
void fft_run(void *fft);

// Where the answer is, and what a pixel of it may differ from the reference.
cl_mem fft_output(const void *fft);
double fft_bound(const void *fft);

#endif
