// SPDX-License-Identifier: MIT

#include "cuda_peer.h"

#include "ocl.h"

void cuda_check(cudaError_t status)
{
    if (status != cudaSuccess) ocl_exit(OCL_EXIT_CALL, "CUDA: %s", cudaGetErrorString(status));
}

bool cuda_peer_there(void)
{
    int devices;
    return cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
}

void *cuda_peer_copy(const void *host, size_t bytes)
{
    void *device;
    cuda_check(cudaMalloc(&device, bytes));
    cuda_check(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    return device;
}

void cuda_peer_free(void *device)
{
    cuda_check(cudaFree(device));
}

void cuda_peer_poison(void *device, size_t bytes, size_t round)
{
    cuda_check(cudaMemset(device, ocl_poison_byte(round), bytes));
    cuda_check(cudaDeviceSynchronize());
}

void cuda_peer_read(void *host, const void *device, size_t bytes)
{
    cuda_check(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
}

double cuda_peer_ns(void (*call)(void *what), void *what, size_t runs)
{
    cudaEvent_t begin, end;
    cuda_check(cudaEventCreate(&begin));
    cuda_check(cudaEventCreate(&end));
    call(what);
    cuda_check(cudaEventRecord(begin, NULL));
    for (size_t i = 0; i < runs; i++)
        call(what);
    cuda_check(cudaEventRecord(end, NULL));
    cuda_check(cudaEventSynchronize(end));
    float ms;
    cuda_check(cudaEventElapsedTime(&ms, begin, end));
    cuda_check(cudaEventDestroy(end));
    cuda_check(cudaEventDestroy(begin));
    return 1e6 * (double)ms / (double)runs;
}
