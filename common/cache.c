// SPDX-License-Identifier: MIT

#include "cache.h"

#include "system.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// An entry: this header, the key, the value.  Numbers are in the machine's own byte order: a cache
// does not travel.
typedef struct {
    char magic[8];
    uint64_t key_bytes, value_bytes;
    uint64_t checksum;    // of key and value
} entry_header;

static const char MAGIC[8] = { 'O', 'C', 'L', 'S', 'M', 'P', 'L', '1' };

// FNV-1a, 64 bits: Fowler, Noll and Vo; RFC 9923.  Guards against damage, not against malice.
static uint64_t hash(uint64_t state, const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        state = (state ^ byte[i]) * UINT64_C(0x100000001b3);
    return state;
}

static const uint64_t HASH_START = UINT64_C(0xcbf29ce484222325);

// The cache's folder, malloc'ed, or NULL when neither variable names one.
static char *cache_folder(void)
{
    const char *own = getenv("OCL_SAMPLES_CACHE");
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (own && *own) return ocl_join_path(own, ".");
    if (xdg && *xdg == '/') return ocl_join_path(xdg, "opencl-samples");    // else it is invalid
    if (home && *home) return ocl_join_path(home, ".cache/opencl-samples");
    return NULL;
}

char *ocl_cache_path(const void *key, size_t key_bytes)
{
    char *folder = cache_folder();
    if (!folder) return NULL;
    char name[32];
    snprintf(name, sizeof name, "%016llx.bin",
             (unsigned long long)hash(HASH_START, key, key_bytes));
    char *path = ocl_join_path(folder, name);
    free(folder);
    return path;
}

bool ocl_cache_parse(const unsigned char *entry, size_t entry_bytes, const void *key,
                     size_t key_bytes, const unsigned char **value, size_t *value_bytes)
{
    entry_header header;
    if (entry_bytes < sizeof header) return false;
    memcpy(&header, entry, sizeof header);
    size_t rest = entry_bytes - sizeof header;
    if (memcmp(header.magic, MAGIC, sizeof MAGIC) != 0) return false;
    if (header.key_bytes != key_bytes || key_bytes > rest) return false;
    if (header.value_bytes != rest - key_bytes) return false;
    const unsigned char *body = entry + sizeof header;
    if (hash(HASH_START, body, rest) != header.checksum) return false;
    if (memcmp(body, key, key_bytes) != 0) return false;
    *value = body + key_bytes;
    *value_bytes = rest - key_bytes;
    return true;
}

bool ocl_cache_read(const void *key, size_t key_bytes, void **value, size_t *value_bytes)
{
    char *path = ocl_cache_path(key, key_bytes);
    if (!path) return false;
    ocl_message ignored;    // a missing entry is the usual case
    unsigned char *entry;
    size_t entry_bytes;
    bool ok = ocl_read_file(path, &entry, &entry_bytes, &ignored);
    free(path);
    if (!ok) return false;

    const unsigned char *found;
    ok = ocl_cache_parse(entry, entry_bytes, key, key_bytes, &found, value_bytes);
    if (ok) {
        *value = ocl_alloc(*value_bytes);
        memcpy(*value, found, *value_bytes);
    }
    free(entry);
    return ok;
}

static bool write_entry(const char *path, const void *key, size_t key_bytes, const void *value,
                        size_t value_bytes)
{
    entry_header header = { .key_bytes = key_bytes, .value_bytes = value_bytes };
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    header.checksum = hash(hash(HASH_START, key, key_bytes), value, value_bytes);

    size_t entry_bytes = sizeof header + key_bytes + value_bytes;
    unsigned char *entry = ocl_alloc(entry_bytes);
    memcpy(entry, &header, sizeof header);
    memcpy(entry + sizeof header, key, key_bytes);
    memcpy(entry + sizeof header + key_bytes, value, value_bytes);
    ocl_message ignored;    // a cache that cannot be written is no error
    bool ok = ocl_write_file(path, entry, entry_bytes, &ignored);
    free(entry);
    return ok;
}

bool ocl_cache_write(const void *key, size_t key_bytes, const void *value, size_t value_bytes)
{
    char *folder = cache_folder();
    char *path = ocl_cache_path(key, key_bytes);
    bool ok =
        folder && ocl_make_folder(folder) && write_entry(path, key, key_bytes, value, value_bytes);
    free(path);
    free(folder);
    return ok;
}
