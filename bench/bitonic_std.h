// SPDX-License-Identifier: MIT
//
// bitonic_std - std::sort, which is C++.

#ifndef BENCH_BITONIC_STD_H
#define BENCH_BITONIC_STD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Sorts ints in ascending order.
void bitonic_std_sort(int32_t *keys, size_t n);

#ifdef __cplusplus
}
#endif

#endif
