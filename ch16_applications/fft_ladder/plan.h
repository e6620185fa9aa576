// SPDX-License-Identifier: MIT
//
// plan - which share of the work each launch of a rung has.

#ifndef FFT_LADDER_PLAN_H
#define FFT_LADDER_PLAN_H

#include "ocl.h"

enum { LARGEST = 1 << 25, MOST_BITS = 25 };    // numbers in a row
enum { MOST_EACH = 16, MOST_TILE = 4096 };
enum { NARROW = 4 };    // four_step: columns of a tile, at least: 32 bytes, as memory hands out
enum { LANES = 16, MOST_ROW = 256, MOST_COLUMN = 1024 };    // vectors: of one launch, of several

enum { PASS, REGISTERS, LOCAL, FOUR_STEP, VECTORS };

typedef struct {
    size_t n, rows, bits;    // n = 2^bits
    size_t each, tile;       // numbers: in the registers of a work-item, in local memory
    size_t items;            // of a work-group
} problem;

// A launch makes spectra of `length` numbers.  fft_ladder.cl says what the other words mean.
typedef struct {
    size_t length, each, first, columns, stride, before;
    cl_program program;
    cl_kernel kernel;
    cl_mem d_roots, d_steps;    // vectors: what its columns are turned by
} launch;

// How many launches a rung has; `launches` has room for MOST_BITS of them.  All but pass.
size_t plan_launches(launch *launches, const problem *p, int variant);

// vectors: whether one launch makes whole rows.
bool is_by_rows(const problem *p);

// The largest tile, at most `wanted` numbers, that local memory has room for, with its gaps.
size_t tile_for(cl_device_id device, size_t wanted);

#endif
