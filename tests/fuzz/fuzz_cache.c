// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as an entry of the cache.  The first byte is the length of a key, then
// comes the key, then the entry.  An entry that is taken must be the key's, lie within the bytes,
// and be refused with any one byte changed or cut off.

#include "cache.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

enum { MAX_CHANGED = 512 };    // bytes; longer entries would only take time

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_cache: %s\n", what);
    abort();
}

static void check_taken(const uint8_t *entry, size_t bytes, const uint8_t *key, size_t key_bytes,
                        ocl_blob taken)
{
    const uint8_t *value = taken.data;
    demand(value >= entry && taken.bytes <= bytes && value + taken.bytes == entry + bytes,
           "the value is not the entry's end");
    demand((size_t)(value - entry) >= key_bytes, "no room for the key");
    demand(memcmp(value - key_bytes, key, key_bytes) == 0, "another key");

    ocl_blob ignored;
    demand(!ocl_cache_parse((ocl_blob){ entry, bytes - 1 }, (ocl_blob){ key, key_bytes }, &ignored),
           "taken with a byte cut off");
    uint8_t *changed = malloc(bytes);
    if (!changed) return;
    memcpy(changed, entry, bytes);
    for (size_t i = 0; i < bytes && bytes <= MAX_CHANGED; i++) {
        changed[i] ^= (uint8_t)(1u << i % 8);
        demand(
            !ocl_cache_parse((ocl_blob){ changed, bytes }, (ocl_blob){ key, key_bytes }, &ignored),
            "taken with a byte changed");
        changed[i] = entry[i];
    }
    free(changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    if (bytes == 0 || data[0] >= bytes) return 0;
    const uint8_t *key = data + 1, *entry = key + data[0];
    const size_t entry_bytes = bytes - 1 - data[0];
    ocl_blob value;
    if (ocl_cache_parse((ocl_blob){ entry, entry_bytes }, (ocl_blob){ key, data[0] }, &value))
        check_taken(entry, entry_bytes, key, data[0], value);
    return 0;
}
