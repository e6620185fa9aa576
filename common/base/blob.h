// SPDX-License-Identifier: MIT
//
// blob - bytes of any kind.

#ifndef OCL_BLOB_H
#define OCL_BLOB_H

#include <stddef.h>

// Bytes that belong to somebody else.
typedef struct {
    const void *data;
    size_t bytes;
} ocl_blob;

#endif
