// SPDX-License-Identifier: MIT

// Arrays in place of std::array: CUB knows these since 3.0 only, and passes on the others.
#define CCCL_IGNORE_DEPRECATED_API

#include "histogram_cub.h"

#include <cstdio>
#include <cstdlib>
#include <cub/device/device_histogram.cuh>
#include <vector>

static void check(cudaError_t status)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "bench_histogram: CUDA: %s\n", cudaGetErrorString(status));
    std::exit(3);
}

static void *allocate(size_t bytes)
{
    void *memory;
    check(cudaMalloc(&memory, bytes));
    return memory;
}

struct histogram_cub {
    size_t n, run, room_bytes;
    std::vector<uint8_t *> copies;
    int *counts;
    void *room;    // NULL: not known how much CUB needs
    cudaEvent_t begin, end;
};

// One run.  With no room yet CUB only says how much it wants.
static void count(histogram_cub *cub)
{
    int *counts[3], levels[3], lower[3], upper[3];
    for (int c = 0; c < 3; c++) {
        counts[c] = cub->counts + 256 * c;
        levels[c] = 257;
        lower[c] = 0;
        upper[c] = 256;
    }
    const uint8_t *pixels = cub->copies[cub->run++ % cub->copies.size()];
    check((cub::DeviceHistogram::MultiHistogramEven<4, 3>(cub->room, cub->room_bytes, pixels, counts, levels,
                                                          lower, upper, static_cast<int>(cub->n))));
}

histogram_cub *histogram_cub_open(const uint8_t *rgba, size_t n, size_t copies)
{
    int devices;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return nullptr;
    histogram_cub *cub = new histogram_cub{};
    cub->n = n;
    for (size_t i = 0; i < copies; i++) {
        cub->copies.push_back(static_cast<uint8_t *>(allocate(4 * n)));
        check(cudaMemcpy(cub->copies[i], rgba, 4 * n, cudaMemcpyHostToDevice));
    }
    cub->counts = static_cast<int *>(allocate(3 * 256 * sizeof(int)));
    count(cub);
    cub->room = allocate(cub->room_bytes);
    check(cudaEventCreate(&cub->begin));
    check(cudaEventCreate(&cub->end));
    return cub;
}

double histogram_cub_ns(histogram_cub *cub, int runs)
{
    for (size_t i = 0; i < cub->copies.size(); i++)
        count(cub);
    check(cudaEventRecord(cub->begin));
    for (int i = 0; i < runs; i++)
        count(cub);
    check(cudaEventRecord(cub->end));
    check(cudaEventSynchronize(cub->end));
    float ms;
    check(cudaEventElapsedTime(&ms, cub->begin, cub->end));
    return 1e6 * ms / runs;
}

void histogram_cub_read(const histogram_cub *cub, uint32_t counts[3 * 256])
{
    check(cudaMemcpy(counts, cub->counts, 3 * 256 * sizeof *counts, cudaMemcpyDeviceToHost));
}

void histogram_cub_close(histogram_cub *cub)
{
    check(cudaEventDestroy(cub->end));
    check(cudaEventDestroy(cub->begin));
    check(cudaFree(cub->room));
    check(cudaFree(cub->counts));
    for (uint8_t *copy : cub->copies)
        check(cudaFree(copy));
    delete cub;
}
