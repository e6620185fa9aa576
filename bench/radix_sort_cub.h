// SPDX-License-Identifier: MIT
//
// radix_sort_cub - NVIDIA's CUB, which is C++ for nvcc, behind functions for benches of sorts.

#ifndef BENCH_RADIX_SORT_CUB_H
#define BENCH_RADIX_SORT_CUB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct radix_sort_cub radix_sort_cub;

// Has the first NVIDIA GPU sort `n` ints, given by their bits, and a value with each unless
// `values` is NULL.  NULL: there is no such GPU.  To be closed.  CUDA's errors end the program,
// with exit status 3.
radix_sort_cub *radix_sort_cub_open(const uint32_t *keys, const uint32_t *values, size_t n);

// Overwrites the last answer, sorts once, then `runs` times, and gives the mean time of these in
// nanoseconds of the GPU's clock.  Every run sorts the same keys, which stay as they are.
double radix_sort_cub_ns(radix_sort_cub *cub, int runs);

// The answer of the last run.  `values` may be NULL where there are none.
void radix_sort_cub_read(const radix_sort_cub *cub, uint32_t *keys, uint32_t *values);

void radix_sort_cub_close(radix_sort_cub *cub);

#ifdef __cplusplus
}
#endif

#endif
