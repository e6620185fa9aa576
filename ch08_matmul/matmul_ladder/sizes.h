// SPDX-License-Identifier: MIT
//
// sizes - the constants that matmul_ladder.cl and matmul_ladder_cpu.cl are built with.

#ifndef MATMUL_SIZES_H
#define MATMUL_SIZES_H

#include "ocl.h"

// matmul_ladder.cl says what each means.  EACH x EACH sums must fit the registers of a work-item.
enum { COLUMNS = 4, PIECE = 1024, TILE = 16, SIDE = 32, WORK = 4 };
enum { BLOCK = 128, DEPTH = 16, EACH = 8 };

// How many times the sides of all tiles (TILE, SIDE, BLOCK) and of their work-groups must be
// divided so that the device can run the work-groups and has the local memory: 1, 2, 4 or 8.  Where
// not even 8 is enough, 8.
size_t matmul_shrink(cl_device_id device);

// Builds matmul_ladder.cl with these sizes, for a B of n columns and k rows; or of it only naive,
// which a CPU's ladder begins with.
cl_program matmul_build(const ocl_env *env, size_t shrink, size_t n, size_t k, bool only_naive);

// For matmul_ladder_cpu.cl: floats in a vector, rows of a block, and how many steps before its use
// a row of B is asked for.  Twice as many sums as rows, two vectors of B and one of A must fit the
// vector registers.
typedef struct {
    size_t width, rows, ahead;
} matmul_cpu_sizes;

// AVX-512 has 32 registers of 16 floats, AVX has 16 of 8.
matmul_cpu_sizes matmul_choose_cpu_sizes(cl_device_id device);

cl_program matmul_build_cpu(const ocl_env *env, const matmul_cpu_sizes *sizes);

#endif
