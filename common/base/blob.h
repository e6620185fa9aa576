// SPDX-License-Identifier: MIT
//
// blob - bytes of any kind, and their hash.

#ifndef OCL_BLOB_H
#define OCL_BLOB_H

#include <stddef.h>
#include <stdint.h>

// Bytes that belong to somebody else.
typedef struct {
    const void *data;
    size_t bytes;
} ocl_blob;

// The 64-bit FNV-1a hash (Fowler, Noll and Vo; RFC 9923) of one piece after another.  The first
// `state` is OCL_HASH_START.  It finds damage; it does not stop an attacker.
#define OCL_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t ocl_hash(uint64_t state, const void *data, size_t bytes);

#endif
