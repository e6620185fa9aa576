// SPDX-License-Identifier: MIT

#include "system/driver_threads.h"

bool ocl_all_cores_allowed(const char *status_path, long cores)
{
    (void)status_path;    // of Linux
    (void)cores;
    return false;
}

// Windows keeps threads on their cores by itself.
void ocl_keep_driver_threads_apart(void)
{
}
