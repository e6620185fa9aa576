// SPDX-License-Identifier: MIT
//
// STREAM(value, address) - a store that bypasses the caches, if the compiler has one.  HAS_STREAM
// is 1 then, else 0.
//
// A plain store reads the cache line that it changes.  Where a whole line is overwritten, this read
// is wasted, and the line takes the place of something useful in the cache.

#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store)
#define STREAM(value, address) __builtin_nontemporal_store(value, address)
#define HAS_STREAM 1
#endif
#endif
#ifndef STREAM
#define STREAM(value, address) (*(address) = (value))
#define HAS_STREAM 0
#endif
