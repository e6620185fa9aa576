// SPDX-License-Identifier: MIT
//
// cache - a small store of values by key that survives the program: the limits of devices, and
// programs for drivers that keep none themselves.
//
// Each value is a file in $OCL_SAMPLES_CACHE, else in ocl_user_cache (system/paths.h):
//
//     ocl-samples 2 KEY_BYTES VALUE_BYTES HASH    one line; HASH is ocl_hash of key and value
//     ...                                         the key, then the value, up to the end
//
// The file is written under another name and renamed: a reader sees all of it or nothing.  It is
// read only if it belongs to the user and no one else may write it, because a program that is read
// will be run.  What is damaged, or of another key, counts as not there and is written again.  A
// cache that cannot be written is no error: standard error says so once.

#ifndef OCL_CACHE_H
#define OCL_CACHE_H

#include "blob.h"

#include <stdbool.h>
#include <stddef.h>

// The value that was stored under the key, malloc'ed; false when there is none.
bool ocl_cache_read(const void *key, size_t key_bytes, void **value, size_t *value_bytes);

// Stores the value; false when it cannot be written.
bool ocl_cache_write(const void *key, size_t key_bytes, const void *value, size_t value_bytes);

// Whether what is read may be run.  On Windows nobody looks at the owner of a file: only the
// default folder is safe there, because it lies in the user's profile.
bool ocl_cache_may_hold_programs(void);

// The path of a value's file, malloc'ed; NULL when no variable names a folder.
char *ocl_cache_path(const void *key, size_t key_bytes);

// Takes the bytes of a file apart, as ocl_cache_read does.  *value points into them.
bool ocl_cache_parse(ocl_blob file, ocl_blob key, ocl_blob *value);

#endif
