// SPDX-License-Identifier: MIT
//
// fft_peers - other libraries' spectra of `rows` rows of n complex numbers, from x to y.
//
// clFFT and VkFFT enqueue in the queue they get; d_y and d_x stay the same.  cuFFT has memory and a
// clock of its own.

#ifndef BENCH_FFT_PEERS_H
#define BENCH_FFT_PEERS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    size_t n, rows;
} fft_shape;

#ifdef CL_VERSION_1_2
typedef struct fft_clfft fft_clfft;
fft_clfft *fft_clfft_open(cl_context context, cl_command_queue queue, fft_shape shape, cl_mem d_y,
                          cl_mem d_x);
void fft_clfft_enqueue(fft_clfft *fft);
void fft_clfft_close(fft_clfft *fft);

typedef struct fft_vkfft fft_vkfft;
fft_vkfft *fft_vkfft_open(cl_context context, cl_command_queue queue, cl_device_id device,
                          fft_shape shape, cl_mem d_y, cl_mem d_x);
void fft_vkfft_enqueue(fft_vkfft *fft);
void fft_vkfft_close(fft_vkfft *fft);
#endif

// NULL: there is no GPU for CUDA.
typedef struct fft_cufft fft_cufft;
fft_cufft *fft_cufft_open(const void *x, fft_shape shape);
double fft_cufft_ns(fft_cufft *fft, int runs);    // of one, the mean
void fft_cufft_read(const fft_cufft *fft, void *y);
void fft_cufft_close(fft_cufft *fft);

#ifdef __cplusplus
}
#endif

#endif
