// SPDX-License-Identifier: MIT
//
// Preloaded, it hides AVX-512 from PoCL.  Then PoCL compiles kernels for a processor with AVX2,
// whatever this one is, and they can be compared with those of another machine
// (tests/tools/costs.py).  LLVM's list of what a processor has is read and changed in place.  It
// fits LLVM 15, which PoCL of Debian 12 has.
//
//     LD_PRELOAD=.../libavx2_only.so PROGRAM

#define _GNU_SOURCE

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// llvm::StringMap<bool>: a table of pointers, of which some are NULL, or the mark of what was taken
// out.
struct entry {
    size_t length;
    bool has;
};

struct map {
    struct entry **table;
    unsigned places;
};

#define HOST_FEATURES _ZN4llvm3sys18getHostCPUFeaturesERNS_9StringMapIbNS_15MallocAllocatorEEE
#define TEXT_OF(x)    #x
#define TEXT(x)       TEXT_OF(x)
enum { NAME_AT = 16 };    // the name stands behind the entry, which is padded

bool HOST_FEATURES(struct map *features);

bool HOST_FEATURES(struct map *features)
{
    void *llvm = dlopen("libLLVM-15.so.1", RTLD_LAZY | RTLD_NOLOAD);
    void *address = llvm ? dlsym(llvm, TEXT(HOST_FEATURES)) : NULL;
    if (!address) return false;
    bool (*next)(struct map *);
    memcpy(&next, &address, sizeof next);
    const bool known = next(features);
    for (unsigned i = 0; i < features->places; i++) {
        struct entry *entry = features->table[i];
        const bool is_mark = (uintptr_t)entry >= UINTPTR_MAX - 64;
        if (entry && !is_mark && strncmp((const char *)entry + NAME_AT, "avx512", 6) == 0)
            entry->has = false;
    }
    return known;
}
