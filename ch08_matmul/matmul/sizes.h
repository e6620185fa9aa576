// SPDX-License-Identifier: MIT
//
// sizes - the constants that matmul.cl is built with.

#ifndef MATMUL_SIZES_H
#define MATMUL_SIZES_H

#include "ocl.h"

// matmul.cl says what each means.  EACH x EACH sums must fit the registers of a work-item.
enum { COLUMNS = 4, PIECE = 1024, TILE = 16, SIDE = 32, WORK = 4 };
enum { BLOCK = 128, DEPTH = 16, EACH = 8 };

// How many times the sides of all tiles (TILE, SIDE, BLOCK) and of their work-groups must be
// divided so that the device can run the work-groups and has the local memory: 1, 2, 4 or 8.  Where
// not even 8 is enough, 8.
size_t matmul_shrink(cl_device_id device);

// Builds matmul.cl with these sizes, for a B of n columns and k rows.
cl_program matmul_build(const ocl_env *env, size_t shrink, size_t n, size_t k);

#endif
