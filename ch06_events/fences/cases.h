// SPDX-License-Identifier: MIT
//
// fences_cases - the variants of fences, and the expected output of each.

#ifndef FENCES_CASES_H
#define FENCES_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A variant NAME is the kernel fences_NAME, except two_kernels.  "all" means the first RIGHT ones.
extern const char *const FENCES_VARIANTS[];
enum { TWO_KERNELS = 4, RIGHT = 7 };    // an index; how many variants are right

// The input, and the work-items per work-group.
typedef struct {
    const uint32_t *x;
    size_t n, local;
} fences_input;

// Whether variant v computes one number, from all values.
bool fences_is_total(size_t v);

// How many numbers variant v computes.
size_t fences_count(const fences_input *input, size_t v);

// Number i of the output of variant v.
uint32_t fences_ref(const fences_input *input, size_t v, size_t i);

#endif
