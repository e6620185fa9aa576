// SPDX-License-Identifier: MIT

#include "cache.h"

#include "envelope.h"
#include "system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char KIND[] = "OCLSMPL1";    // of the envelope that an entry is; its label is the key

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
             (unsigned long long)ocl_hash(OCL_HASH_START, key, key_bytes));
    char *path = ocl_join_path(folder, name);
    free(folder);
    return path;
}

bool ocl_cache_parse(ocl_blob entry, ocl_blob key, ocl_blob *value)
{
    ocl_envelope parts;
    ocl_message ignored;    // a damaged entry is as good as none
    if (!ocl_envelope_open(KIND, entry.data, entry.bytes, &parts, &ignored)) return false;
    if (parts.label_bytes != key.bytes || memcmp(parts.label, key.data, key.bytes) != 0)
        return false;
    *value = (ocl_blob){ parts.content, parts.content_bytes };
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

    ocl_blob found;
    ok = ocl_cache_parse((ocl_blob){ entry, entry_bytes }, (ocl_blob){ key, key_bytes }, &found);
    if (ok) {
        *value = ocl_alloc(found.bytes);
        memcpy(*value, found.data, found.bytes);
        *value_bytes = found.bytes;
    }
    free(entry);
    return ok;
}

static bool write_entry(const char *path, const ocl_envelope *parts)
{
    size_t bytes;
    unsigned char *entry = ocl_envelope_pack(KIND, parts, &bytes);
    ocl_message ignored;    // a cache that cannot be written is no error
    bool ok = ocl_write_file(path, entry, bytes, &ignored);
    free(entry);
    return ok;
}

bool ocl_cache_write(const void *key, size_t key_bytes, const void *value, size_t value_bytes)
{
    char *folder = cache_folder();
    char *path = ocl_cache_path(key, key_bytes);
    const ocl_envelope parts = { key, value, key_bytes, value_bytes };
    bool ok = folder && ocl_make_folder(folder) && write_entry(path, &parts);
    free(path);
    free(folder);
    return ok;
}
