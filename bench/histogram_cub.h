// SPDX-License-Identifier: MIT
//
// histogram_cub - NVIDIA's CUB, which is C++ for nvcc, behind functions for bench_histogram.

#ifndef HISTOGRAM_CUB_H
#define HISTOGRAM_CUB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct histogram_cub histogram_cub;

// Has the first NVIDIA GPU count `n` pixels of four bytes R, G, B, A, of which it gets as many
// copies as are to be read in turn.  NULL: there is no such GPU.  To be closed.  CUDA's errors end
// the program, with exit status 3.
histogram_cub *histogram_cub_open(const uint8_t *rgba, size_t n, size_t copies);

// Counts each copy once, then `runs` times, and gives the mean time of these in nanoseconds of the
// GPU's clock.
double histogram_cub_ns(histogram_cub *cub, int runs);

// What the last run counted: 256 counts of red, 256 of green, 256 of blue.
void histogram_cub_read(const histogram_cub *cub, uint32_t counts[3 * 256]);

void histogram_cub_close(histogram_cub *cub);

#ifdef __cplusplus
}
#endif

#endif
