// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/driver_threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ocl_all_cores_allowed(const char *status_path, long cores)
{
    FILE *status = fopen(status_path, "r");
    if (!status) return false;
    char line[256], all[64];
    if (cores > 1)
        snprintf(all, sizeof all, "Cpus_allowed_list:\t0-%ld\n", cores - 1);
    else
        snprintf(all, sizeof all, "Cpus_allowed_list:\t0\n");
    bool found = false;
    while (!found && fgets(line, sizeof line, status))
        found = strcmp(line, all) == 0;
    fclose(status);
    return found;
}

void ocl_keep_driver_threads_apart(void)
{
    // More threads than cores cannot have a core each: PoCL would end the program.
    if (getenv("POCL_MAX_PTHREAD_COUNT") || getenv("POCL_CPU_MAX_CU_COUNT")) return;
    if (!ocl_all_cores_allowed("/proc/self/status", sysconf(_SC_NPROCESSORS_ONLN))) return;
    setenv("POCL_AFFINITY", "1", 0);
}
