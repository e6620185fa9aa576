// SPDX-License-Identifier: MIT
//
// cache - a small store of blobs by key that survives the program.
//
// The folder is $OCL_SAMPLES_CACHE, else that of ocl_user_cache (system/own_files.h).  An entry is
// written to a temporary file and renamed, so a reader sees all of it or nothing.  An entry holds
// its whole key and a checksum.  An entry that does not match is ignored and written again.  A
// cache that cannot be written is no error.

#ifndef OCL_CACHE_H
#define OCL_CACHE_H

#include "blob.h"

#include <stdbool.h>
#include <stddef.h>

// The value that was stored under the key, malloc'ed; false when there is no undamaged entry.
bool ocl_cache_read(const void *key, size_t key_bytes, void **value, size_t *value_bytes);

// Stores the value; false when the directory cannot be written.
bool ocl_cache_write(const void *key, size_t key_bytes, const void *value, size_t value_bytes);

// The path an entry has or would have, malloc'ed; NULL when no directory can be named.
char *ocl_cache_path(const void *key, size_t key_bytes);

// Takes an entry's bytes apart, as ocl_cache_read does: false unless they are one whole entry under
// this key. *value points into the entry.
bool ocl_cache_parse(ocl_blob entry, ocl_blob key, ocl_blob *value);

#endif
