// SPDX-License-Identifier: MIT

#include "fft_peers.h"

#include <cuda_runtime_api.h>
#include <cufft.h>
#include <stdio.h>
#include <stdlib.h>

struct fft_cufft {
    cufftHandle plan;
    size_t bytes;
    cufftComplex *x, *y;
    cudaEvent_t begin, end;
};

static void check(cudaError_t status)
{
    if (status == cudaSuccess) return;
    fprintf(stderr, "bench_fft: CUDA: %s\n", cudaGetErrorString(status));
    exit(3);
}

static void check_fft(cufftResult status)
{
    if (status == CUFFT_SUCCESS) return;
    fprintf(stderr, "bench_fft: cuFFT: status %d\n", (int)status);
    exit(3);
}

fft_cufft *fft_cufft_open(const void *x, fft_shape shape)
{
    int devices;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return NULL;
    fft_cufft *fft = calloc(1, sizeof *fft);
    if (!fft) exit(3);
    fft->bytes = sizeof(cufftComplex) * shape.n * shape.rows;
    check(cudaMalloc((void **)&fft->x, fft->bytes));
    check(cudaMalloc((void **)&fft->y, fft->bytes));
    check(cudaMemcpy(fft->x, x, fft->bytes, cudaMemcpyHostToDevice));
    check_fft(cufftPlan1d(&fft->plan, (int)shape.n, CUFFT_C2C, (int)shape.rows));
    check(cudaEventCreate(&fft->begin));
    check(cudaEventCreate(&fft->end));
    return fft;
}

double fft_cufft_ns(fft_cufft *fft, int runs)
{
    check(cudaMemset(fft->y, 0xff, fft->bytes));
    check_fft(cufftExecC2C(fft->plan, fft->x, fft->y, CUFFT_FORWARD));
    check(cudaEventRecord(fft->begin, NULL));
    for (int i = 0; i < runs; i++)
        check_fft(cufftExecC2C(fft->plan, fft->x, fft->y, CUFFT_FORWARD));
    check(cudaEventRecord(fft->end, NULL));
    check(cudaEventSynchronize(fft->end));
    float ms;
    check(cudaEventElapsedTime(&ms, fft->begin, fft->end));
    return 1e6 * (double)ms / runs;
}

void fft_cufft_read(const fft_cufft *fft, void *y)
{
    check(cudaMemcpy(y, fft->y, fft->bytes, cudaMemcpyDeviceToHost));
}

void fft_cufft_close(fft_cufft *fft)
{
    check(cudaEventDestroy(fft->end));
    check(cudaEventDestroy(fft->begin));
    check_fft(cufftDestroy(fft->plan));
    check(cudaFree(fft->y));
    check(cudaFree(fft->x));
    free(fft);
}
