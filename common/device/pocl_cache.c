// SPDX-License-Identifier: MIT

#include "pocl_cache.h"

#include "attributes.h"
#include "errors.h"
#include "growing.h"
#include "system/files.h"
#include "system/paths.h"

#include <stdlib.h>

enum { A_KERNEL = 1 << 20 };    // bytes that PoCL writes for one, and some to spare

// Where PoCL keeps its kernels, malloc'ed, or NULL.
static char *cache_folder(void)
{
    const char *wish = getenv("POCL_CACHE_DIR");
    if (wish && *wish) {
        ocl_growing copy = { 0 };
        ocl_append_text(&copy, wish);
        return copy.text;
    }
    char *ours = ocl_user_cache();
    if (!ours) return NULL;
    char *all = ocl_folder_of(ours), *pocls = ocl_join_path(all, "pocl/kcache");
    free(all);
    free(ours);
    return pocls;
}

void ocl_look_at_pocl_cache(cl_device_id device)
{
    const unsigned platform = ocl_known_platform(device);
    if (!(platform & (OCL_POCL | OCL_POCL_6 | OCL_POCL_7)) || platform & OCL_POCL_REMOTE) return;
    if (!ocl_is_cpu(device)) return;
    char *folder = cache_folder();
    ocl_folder_use use;
    const bool known = folder && ocl_get_folder_use(folder, &use);
    if (known && use.no_programs)
        ocl_warn("PoCL cannot run what it compiles: its cache, %s, is mounted noexec; set "
                 "POCL_CACHE_DIR to another folder",
                 folder);
    else if (known && use.free_bytes < A_KERNEL)
        ocl_warn("PoCL cannot compile: the disk of its cache, %s, is full; make room, or set "
                 "POCL_CACHE_DIR to another folder",
                 folder);
    free(folder);
}
