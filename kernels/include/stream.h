// SPDX-License-Identifier: MIT
//
// STREAM(value, address) - a store that bypasses the caches, if the compiler has one.  HAS_STREAM
// is 1 if it has, else 0, and STREAM is a plain store.
//
// A plain store first reads the cache line that it changes.  A line that is overwritten as a whole
// does not have to be read, and does not have to replace useful data in a cache.

#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store)
#define STREAM(value, address) __builtin_nontemporal_store(value, address)
#define HAS_STREAM             1
#endif
#endif
#ifndef STREAM
#define STREAM(value, address) (*(address) = (value))
#define HAS_STREAM             0
#endif
