// SPDX-License-Identifier: MIT
//
// cuda_peer - a CUDA library as a contender: copies of the host's arrays, and the GPU's own clock.

#ifndef BENCH_CUDA_PEER_H
#define BENCH_CUDA_PEER_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

// Ends the program where a call has failed.
void cuda_check(cudaError_t status);

// Whether there is a GPU for CUDA.
bool cuda_peer_there(void);

// An array on the GPU, which cuda_peer_free releases.
void *cuda_peer_copy(const void *host, size_t bytes);
void cuda_peer_free(void *device);

// So that an old answer is none.
void cuda_peer_poison(void *device, size_t bytes, size_t round);
void cuda_peer_read(void *host, const void *device, size_t bytes);

// The mean of `runs` calls that follow each other, after one before them.
double cuda_peer_ns(void (*call)(void *what), void *what, size_t runs);

#endif
