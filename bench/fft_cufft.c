// SPDX-License-Identifier: MIT

#include "cuda_peer.h"
#include "fft_peers.h"

#include <cufft.h>
#include <stdio.h>
#include <stdlib.h>

struct fft_cufft {
    cufftHandle plan;
    size_t bytes;
    cufftComplex *x, *y;
};

static void check_fft(cufftResult status)
{
    if (status == CUFFT_SUCCESS) return;
    fprintf(stderr, "bench_fft: cuFFT: status %d\n", (int)status);
    exit(3);
}

fft_cufft *fft_cufft_open(const void *x, fft_shape shape)
{
    if (!cuda_peer_there()) return NULL;
    fft_cufft *fft = calloc(1, sizeof *fft);
    if (!fft) exit(3);
    fft->bytes = sizeof(cufftComplex) * shape.n * shape.rows;
    fft->x = cuda_peer_copy(x, fft->bytes);
    cuda_check(cudaMalloc((void **)&fft->y, fft->bytes));
    check_fft(cufftPlan1d(&fft->plan, (int)shape.n, CUFFT_C2C, (int)shape.rows));
    return fft;
}

static void transform(void *what)
{
    const fft_cufft *fft = what;
    check_fft(cufftExecC2C(fft->plan, fft->x, fft->y, CUFFT_FORWARD));
}

double fft_cufft_ns(fft_cufft *fft, int runs)
{
    cuda_check(cudaMemset(fft->y, 0xff, fft->bytes));
    return cuda_peer_ns(transform, fft, (size_t)runs);
}

void fft_cufft_read(const fft_cufft *fft, void *y)
{
    cuda_peer_read(y, fft->y, fft->bytes);
}

void fft_cufft_close(fft_cufft *fft)
{
    check_fft(cufftDestroy(fft->plan));
    cuda_peer_free(fft->y);
    cuda_peer_free(fft->x);
    free(fft);
}
