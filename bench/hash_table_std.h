// SPDX-License-Identifier: MIT
//
// hash_table_std - std::unordered_map for bench_hash_table.

#ifndef BENCH_HASH_TABLE_STD_H
#define BENCH_HASH_TABLE_STD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// found[i] becomes the number of keys that are equal to queries[i].  Each thread has a map of its
// own, with the keys that are its share.
void hash_table_std(uint32_t *found, const uint32_t *keys, const uint32_t *queries, size_t n,
                    unsigned threads);

// How many threads the processor runs at a time.
unsigned hash_table_std_threads(void);

#ifdef __cplusplus
}
#endif

#endif
