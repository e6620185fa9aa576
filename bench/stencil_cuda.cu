// SPDX-License-Identifier: MIT

#include "stencil_cuda.h"

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <utility>

static void check(cudaError_t status)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "stencil_cuda: CUDA: %s\n", cudaGetErrorString(status));
    std::exit(3);
}

struct stencil_cuda {
    size_t width, height;
    float k;
    float *first, *now, *next;
    cudaEvent_t begin, end;
};

static __global__ void step(float *__restrict__ next, const float *__restrict__ now, float k, size_t width,
                            size_t height)
{
    const size_t x = blockIdx.x * size_t(blockDim.x) + threadIdx.x, y = blockIdx.y * size_t(blockDim.y) + threadIdx.y;
    if (x >= width || y >= height) return;
    const size_t i = y * width + x;
    const float here = now[i];
    const float left = x > 0 ? now[i - 1] : here, right = x < width - 1 ? now[i + 1] : here;
    const float above = y > 0 ? now[i - width] : here, below = y < height - 1 ? now[i + width] : here;
    next[i] = here + k * (left + right + above + below - 4 * here);
}

stencil_cuda *stencil_cuda_open(const float *cells, size_t width, size_t height, float k)
{
    int devices;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return nullptr;
    stencil_cuda *cuda = new stencil_cuda{};
    cuda->width = width;
    cuda->height = height;
    cuda->k = k;
    const size_t bytes = width * height * sizeof(float);
    check(cudaMalloc(&cuda->first, bytes));
    check(cudaMalloc(&cuda->now, bytes));
    check(cudaMalloc(&cuda->next, bytes));
    check(cudaMemcpy(cuda->first, cells, bytes, cudaMemcpyHostToDevice));
    check(cudaEventCreate(&cuda->begin));
    check(cudaEventCreate(&cuda->end));
    return cuda;
}

double stencil_cuda_ns(stencil_cuda *cuda, size_t steps)
{
    const size_t bytes = cuda->width * cuda->height * sizeof(float);
    const dim3 block(32, 8);
    const dim3 grid(unsigned((cuda->width + 31) / 32), unsigned((cuda->height + 7) / 8));
    check(cudaMemset(cuda->next, 0xff, bytes));
    check(cudaMemcpy(cuda->now, cuda->first, bytes, cudaMemcpyDeviceToDevice));
    check(cudaEventRecord(cuda->begin));
    for (size_t i = 0; i < steps; i++) {
        step<<<grid, block>>>(cuda->next, cuda->now, cuda->k, cuda->width, cuda->height);
        std::swap(cuda->now, cuda->next);
    }
    check(cudaEventRecord(cuda->end));
    check(cudaEventSynchronize(cuda->end));
    check(cudaGetLastError());
    float ms;
    check(cudaEventElapsedTime(&ms, cuda->begin, cuda->end));
    return 1e6 * ms;
}

void stencil_cuda_read(const stencil_cuda *cuda, float *cells)
{
    check(cudaMemcpy(cells, cuda->now, cuda->width * cuda->height * sizeof(float), cudaMemcpyDeviceToHost));
}

void stencil_cuda_close(stencil_cuda *cuda)
{
    check(cudaEventDestroy(cuda->end));
    check(cudaEventDestroy(cuda->begin));
    check(cudaFree(cuda->next));
    check(cudaFree(cuda->now));
    check(cudaFree(cuda->first));
    delete cuda;
}
