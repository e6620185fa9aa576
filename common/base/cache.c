// SPDX-License-Identifier: MIT

#include "cache.h"

#include "blob.h"
#include "envelope.h"
#include "system/memory.h"
#include "system/own_files.h"
#include "system/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char KIND[] = "OCLSMPL1";    // of the envelope that an entry is; its label is the key

// Without slashes at the end, malloc'ed.
static char *copy_path(const char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    char *copy = ocl_alloc(length + 1);
    snprintf(copy, length + 1, "%s", path);
    return copy;
}

// The cache's folder, malloc'ed, or NULL when no variable names one.
static char *cache_folder(void)
{
    const char *own = getenv("OCL_SAMPLES_CACHE");
    return own && *own ? copy_path(own) : ocl_user_cache();
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

// Whether the folder, which is made here if it is not there, can be trusted: what is read from it
// is run.  Looks once per program and folder, and says once why not.
static bool can_use_folder(void)
{
    static bool ok, warned;
    static char *known;
    char *folder = cache_folder();
    if (!folder) return false;
    if (known && strcmp(known, folder) == 0) {
        free(folder);
        return ok;
    }
    ocl_message why;
    free(known);
    known = folder;
    ok = ocl_make_own_folder(folder, &why);
    if (!ok && !warned) ocl_warn("the cache is not used: %s", why.text);
    warned |= !ok;
    return ok;
}

bool ocl_cache_read(const void *key, size_t key_bytes, void **value, size_t *value_bytes)
{
    char *path = can_use_folder() ? ocl_cache_path(key, key_bytes) : NULL;
    if (!path) return false;
    unsigned char *entry;
    size_t entry_bytes;
    bool ok = ocl_read_own_file(path, &entry, &entry_bytes);
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

bool ocl_cache_write(const void *key, size_t key_bytes, const void *value, size_t value_bytes)
{
    char *path = can_use_folder() ? ocl_cache_path(key, key_bytes) : NULL;
    if (!path) return false;
    const ocl_envelope parts = { key, value, key_bytes, value_bytes };
    size_t bytes;
    unsigned char *entry = ocl_envelope_pack(KIND, &parts, &bytes);
    const bool ok = ocl_write_own_file(path, entry, bytes);
    free(entry);
    free(path);
    return ok;
}
