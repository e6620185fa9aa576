// SPDX-License-Identifier: MIT
//
// steps - the variants, the local sizes, and the work in plain C.

#ifndef OCCUPANCY_STEPS_H
#define OCCUPANCY_STEPS_H

#include "ocl.h"

enum { STEPS = 256, VARIANT_COUNT = 4, SIZE_COUNT = 7 };

extern const char *const VARIANTS[VARIANT_COUNT + 1];
extern const uint32_t ACCUMULATORS[VARIANT_COUNT];

// Work-items per work-group that are tried.  100 is the book's example.
extern const size_t LOCAL_SIZES[SIZE_COUNT];

// ref[i] is what in[i] becomes with this number of accumulators.
void occupancy_ref(uint32_t *ref, const uint32_t *in, uint32_t accumulators, size_t n);

#endif
