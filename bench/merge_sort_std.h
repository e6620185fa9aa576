// SPDX-License-Identifier: MIT
//
// merge_sort_std - std::stable_sort for bench_merge_sort.

#ifndef BENCH_MERGE_SORT_STD_H
#define BENCH_MERGE_SORT_STD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
#endif
    void
    merge_sort_std(uint32_t *keys, size_t n);

#endif
