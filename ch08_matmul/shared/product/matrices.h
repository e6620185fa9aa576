// SPDX-License-Identifier: MIT
//
// matrices - the host's side of a product: A and B from a seed, and room for C.

#ifndef MATMUL_MATRICES_H
#define MATMUL_MATRICES_H

#include "ocl.h"

// C is m x n, A is m x k, B is k x n.
typedef struct {
    size_t m, n, k;
    float *c, *a, *b;
    size_t c_bytes, a_bytes, b_bytes;
    size_t b_room;    // b_bytes, and those of MATMUL_BEHIND NaNs behind B
} matmul_matrices;

// A vector that begins inside the last row of B may end behind it.  What it finds there must not be
// used: it is NaN.
enum { MATMUL_BEHIND = 32 };

// A and B are uniform in [-1, 1].  Exits with OCL_EXIT_USAGE when the device or the host has no
// room.
matmul_matrices matmul_matrices_open(const ocl_env *env, const size_t mnk[3]);
void matmul_matrices_close(matmul_matrices *matrices);

// Whether host and device have room for the matrices of a product (m, n, k) and for further buffers
// of so many floats.
bool matmul_has_room(cl_device_id device, const size_t mnk[3], const size_t *floats, size_t count);

// Two operations per product.
double matmul_operations(const matmul_matrices *matrices);

// A smaller default size, m x n x k, for a slow device (ocl_fit_default_size).
void matmul_fit_default_size(const ocl_env *env, ocl_options *options);

#endif
