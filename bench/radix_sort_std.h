// SPDX-License-Identifier: MIT
//
// radix_sort_std - C++'s own sort.

#ifndef BENCH_RADIX_SORT_STD_H
#define BENCH_RADIX_SORT_STD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void radix_sort_std(int32_t *keys, size_t n);

#ifdef __cplusplus
}
#endif

#endif
