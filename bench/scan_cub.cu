// SPDX-License-Identifier: MIT

#include "scan_cub.h"

#include <cstdio>
#include <cstdlib>
#include <cub/device/device_scan.cuh>

static void check(cudaError_t status)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "scan_cub: CUDA: %s\n", cudaGetErrorString(status));
    std::exit(3);
}

struct scan_cub {
    size_t n, room_bytes;
    uint32_t *x, *y;
    void *room;    // NULL: not known how much CUB needs
    cudaEvent_t begin, end;
};

// One run.  With no room yet CUB only says how much it wants.
static void scan(scan_cub *cub)
{
    check(cub::DeviceScan::InclusiveSum(cub->room, cub->room_bytes, cub->x, cub->y, static_cast<int>(cub->n)));
}

scan_cub *scan_cub_open(const uint32_t *x, size_t n)
{
    int devices;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return nullptr;
    scan_cub *cub = new scan_cub{};
    cub->n = n;
    check(cudaMalloc(&cub->x, 4 * n));
    check(cudaMalloc(&cub->y, 4 * n));
    check(cudaMemcpy(cub->x, x, 4 * n, cudaMemcpyHostToDevice));
    scan(cub);
    check(cudaMalloc(&cub->room, cub->room_bytes));
    check(cudaEventCreate(&cub->begin));
    check(cudaEventCreate(&cub->end));
    return cub;
}

double scan_cub_ns(scan_cub *cub, int runs)
{
    check(cudaMemset(cub->y, 0xff, 4 * cub->n));
    scan(cub);
    check(cudaEventRecord(cub->begin));
    for (int i = 0; i < runs; i++)
        scan(cub);
    check(cudaEventRecord(cub->end));
    check(cudaEventSynchronize(cub->end));
    float ms;
    check(cudaEventElapsedTime(&ms, cub->begin, cub->end));
    return 1e6 * ms / runs;
}

void scan_cub_read(const scan_cub *cub, uint32_t *y)
{
    check(cudaMemcpy(y, cub->y, 4 * cub->n, cudaMemcpyDeviceToHost));
}

void scan_cub_close(scan_cub *cub)
{
    check(cudaEventDestroy(cub->end));
    check(cudaEventDestroy(cub->begin));
    check(cudaFree(cub->room));
    check(cudaFree(cub->y));
    check(cudaFree(cub->x));
    delete cub;
}
