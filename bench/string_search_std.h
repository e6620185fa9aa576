// SPDX-License-Identifier: MIT
//
// string_search_std - all places of a word in a text, by std::search.

#ifndef BENCH_STRING_SEARCH_STD_H
#define BENCH_STRING_SEARCH_STD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Calls add(to, place) for each of them, from the first to the last.
void string_search_std(const unsigned char *text, size_t n, const char *word, size_t length,
                       void (*add)(void *to, size_t place), void *to);

#ifdef __cplusplus
}
#endif

#endif
