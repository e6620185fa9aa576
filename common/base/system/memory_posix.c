// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/memory.h"

#include "errors.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

double ocl_host_memory(void)
{
    const double available_kib = ocl_number_in_file("/proc/meminfo", "MemAvailable:");
    double bytes = available_kib > 0.0 ? 1024.0 * available_kib : 0.0;
#ifdef _SC_PHYS_PAGES    // an extension of most systems
    if (bytes == 0.0) {
        const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
        if (pages > 0 && page_bytes > 0) bytes = (double)pages * (double)page_bytes;
    }
#endif
    const double room = ocl_group_memory("/proc/self/cgroup", "/sys/fs/cgroup");
    return bytes > 0.0 ? fmin(bytes, room) : 0.0;
}

void *ocl_alloc(size_t bytes)
{
    void *memory = NULL;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t alignment = bytes < page ? 64 : page;
    if (bytes > PTRDIFF_MAX || posix_memalign(&memory, alignment, bytes ? bytes : 1) != 0)
        ocl_exit(OCL_EXIT_USAGE, "no memory for %zu more bytes on the host; try a smaller --size",
                 bytes);
    memset(memory, ocl_poison_byte(0), bytes);
    return memory;
}
