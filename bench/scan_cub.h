// SPDX-License-Identifier: MIT
//
// scan_cub - the scan of NVIDIA's CUB, which is C++ for nvcc, behind functions for bench_scan.

#ifndef BENCH_SCAN_CUB_H
#define BENCH_SCAN_CUB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scan_cub scan_cub;

// Has the first NVIDIA GPU scan n numbers, inclusive.  NULL: there is no such GPU.  To be closed.
// CUDA's errors end the program, with exit status 3.
scan_cub *scan_cub_open(const uint32_t *x, size_t n);

// Overwrites the last answer, scans once, then `runs` times, and gives the mean time of these in
// nanoseconds of the GPU's clock.
double scan_cub_ns(scan_cub *cub, int runs);

// The answer of the last run.
void scan_cub_read(const scan_cub *cub, uint32_t *y);

void scan_cub_close(scan_cub *cub);

#ifdef __cplusplus
}
#endif

#endif
