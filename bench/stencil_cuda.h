// SPDX-License-Identifier: MIT
//
// stencil_cuda - heat in a plate by a plain kernel of CUDA: a thread per cell, a launch per step.

#ifndef BENCH_STENCIL_CUDA_H
#define BENCH_STENCIL_CUDA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct stencil_cuda stencil_cuda;

// NULL: there is no GPU for CUDA.
stencil_cuda *stencil_cuda_open(const float *cells, size_t width, size_t height, float k);

// All steps, by CUDA's clock.
double stencil_cuda_ns(stencil_cuda *cuda, size_t steps);
void stencil_cuda_read(const stencil_cuda *cuda, float *cells);
void stencil_cuda_close(stencil_cuda *cuda);

#ifdef __cplusplus
}
#endif

#endif
