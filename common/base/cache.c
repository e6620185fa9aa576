// SPDX-License-Identifier: MIT

#include "cache.h"

#include "errors.h"
#include "growing.h"
#include "system/memory.h"
#include "system/paths.h"
#include "system/read_file.h"
#include "system/write_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_HEAD = 80 };    // bytes of a file's first line

// The folder that the user wishes; NULL: the default one.
static const char *wished_folder(void)
{
    const char *folder = getenv("OCL_SAMPLES_CACHE");
    return folder && *folder ? folder : NULL;
}

bool ocl_cache_may_hold_programs(void)
{
    return ocl_owners_are_known() || !wished_folder();
}

char *ocl_cache_path(const void *key, size_t key_bytes)
{
    char name[32];
    snprintf(name, sizeof name, "%016" PRIx64 ".bin", ocl_hash(OCL_HASH_START, key, key_bytes));
    if (wished_folder()) return ocl_join_path(wished_folder(), name);
    char *folder = ocl_user_cache();
    char *path = folder ? ocl_join_path(folder, name) : NULL;
    free(folder);
    return path;
}

static int print_head(char head[MAX_HEAD], ocl_blob key, ocl_blob value)
{
    uint64_t hash = ocl_hash(OCL_HASH_START, key.data, key.bytes);
    hash = ocl_hash(hash, value.data, value.bytes);
    return snprintf(head, MAX_HEAD, "ocl-samples 2 %zu %zu %016" PRIx64 "\n", key.bytes,
                    value.bytes, hash);
}

bool ocl_cache_parse(ocl_blob file, ocl_blob key, ocl_blob *value)
{
    const char *text = file.data, *end = file.bytes ? memchr(text, '\n', file.bytes) : NULL;
    if (!end) return false;
    const size_t head_bytes = (size_t)(end + 1 - text), rest = file.bytes - head_bytes;
    if (rest < key.bytes || memcmp(text + head_bytes, key.data, key.bytes) != 0) return false;
    const ocl_blob found = { text + head_bytes + key.bytes, rest - key.bytes };
    char head[MAX_HEAD];
    if ((size_t)print_head(head, key, found) != head_bytes || memcmp(head, text, head_bytes) != 0)
        return false;
    *value = found;
    return true;
}

bool ocl_cache_read(const void *key, size_t key_bytes, void **value, size_t *value_bytes)
{
    char *path = ocl_cache_path(key, key_bytes);
    unsigned char *file;
    size_t bytes;
    const bool is_there = path && ocl_read_own_file(path, &file, &bytes);
    free(path);
    if (!is_there) return false;
    ocl_blob found;
    const bool ok =
        ocl_cache_parse((ocl_blob){ file, bytes }, (ocl_blob){ key, key_bytes }, &found);
    if (ok) {
        *value = ocl_alloc(found.bytes);
        memcpy(*value, found.data, found.bytes);
        *value_bytes = found.bytes;
    }
    free(file);
    return ok;
}

bool ocl_cache_write(const void *key, size_t key_bytes, const void *value, size_t value_bytes)
{
    static bool has_complained;
    char *path = ocl_cache_path(key, key_bytes), head[MAX_HEAD];
    if (!path) return false;
    char *folder = ocl_folder_of(path);
    ocl_make_folder(folder);    // what fails here fails again below
    ocl_growing file = { 0 };
    print_head(head, (ocl_blob){ key, key_bytes }, (ocl_blob){ value, value_bytes });
    ocl_append_text(&file, head);
    ocl_append(&file, key, key_bytes);
    ocl_append(&file, value, value_bytes);
    const ocl_mode mode = { .bits = 0600 };    // of the user alone
    const bool ok = ocl_replace_file(path, mode, (ocl_blob){ file.text, file.bytes });
    if (!ok && !has_complained) ocl_warn("the cache is not used: %s: %s", folder, strerror(errno));
    has_complained |= !ok;
    free(file.text);
    free(folder);
    free(path);
    return ok;
}
