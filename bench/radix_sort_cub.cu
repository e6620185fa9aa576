// SPDX-License-Identifier: MIT

#include "radix_sort_cub.h"

#include <cstdio>
#include <cstdlib>
#include <cub/device/device_radix_sort.cuh>

static void check(cudaError_t status)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "radix_sort_cub: CUDA: %s\n", cudaGetErrorString(status));
    std::exit(3);
}

template <typename T> static T *allocate(size_t count)
{
    void *memory;
    check(cudaMalloc(&memory, count * sizeof(T)));
    return static_cast<T *>(memory);
}

struct radix_sort_cub {
    size_t n, room_bytes;
    int32_t *x_keys, *y_keys;          // before and after
    uint32_t *x_values, *y_values;     // NULL: keys alone
    void *room;                        // NULL: not known how much CUB needs
    cudaEvent_t begin, end;
};

// One run.  With no room yet CUB only says how much it wants.
static void sort(radix_sort_cub *cub)
{
    const int n = static_cast<int>(cub->n);
    if (cub->x_values)
        check(cub::DeviceRadixSort::SortPairs(cub->room, cub->room_bytes, cub->x_keys, cub->y_keys, cub->x_values,
                                              cub->y_values, n));
    else
        check(cub::DeviceRadixSort::SortKeys(cub->room, cub->room_bytes, cub->x_keys, cub->y_keys, n));
}

radix_sort_cub *radix_sort_cub_open(const uint32_t *keys, const uint32_t *values, size_t n)
{
    int devices;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return nullptr;
    radix_sort_cub *cub = new radix_sort_cub{};
    cub->n = n;
    cub->x_keys = allocate<int32_t>(n);
    cub->y_keys = allocate<int32_t>(n);
    check(cudaMemcpy(cub->x_keys, keys, 4 * n, cudaMemcpyHostToDevice));
    if (values) {
        cub->x_values = allocate<uint32_t>(n);
        cub->y_values = allocate<uint32_t>(n);
        check(cudaMemcpy(cub->x_values, values, 4 * n, cudaMemcpyHostToDevice));
    }
    sort(cub);
    cub->room = allocate<char>(cub->room_bytes);
    check(cudaEventCreate(&cub->begin));
    check(cudaEventCreate(&cub->end));
    return cub;
}

double radix_sort_cub_ns(radix_sort_cub *cub, int runs)
{
    check(cudaMemset(cub->y_keys, 0xff, 4 * cub->n));
    if (cub->y_values) check(cudaMemset(cub->y_values, 0xff, 4 * cub->n));
    sort(cub);
    check(cudaEventRecord(cub->begin));
    for (int i = 0; i < runs; i++)
        sort(cub);
    check(cudaEventRecord(cub->end));
    check(cudaEventSynchronize(cub->end));
    float ms;
    check(cudaEventElapsedTime(&ms, cub->begin, cub->end));
    return 1e6 * ms / runs;
}

void radix_sort_cub_read(const radix_sort_cub *cub, uint32_t *keys, uint32_t *values)
{
    check(cudaMemcpy(keys, cub->y_keys, 4 * cub->n, cudaMemcpyDeviceToHost));
    if (cub->y_values) check(cudaMemcpy(values, cub->y_values, 4 * cub->n, cudaMemcpyDeviceToHost));
}

void radix_sort_cub_close(radix_sort_cub *cub)
{
    check(cudaEventDestroy(cub->end));
    check(cudaEventDestroy(cub->begin));
    check(cudaFree(cub->room));
    check(cudaFree(cub->y_values));
    check(cudaFree(cub->x_values));
    check(cudaFree(cub->y_keys));
    check(cudaFree(cub->x_keys));
    delete cub;
}
