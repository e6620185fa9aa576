// SPDX-License-Identifier: MIT
//
// driver_threads - where the threads of an OpenCL driver run.

#ifndef OCL_SYSTEM_DRIVER_THREADS_H
#define OCL_SYSTEM_DRIVER_THREADS_H

#include <stdbool.h>

// Asks PoCL to keep each of its threads on a core of its own: sets $POCL_AFFINITY to 1.  Without
// it, Linux may leave two of them on one core for milliseconds, and a kernel takes twice as long.
// Call it before the first OpenCL call.  It does nothing if the user has set the variable or the
// number of threads, or if the program may not use all cores.  Do not call it where the host
// computes beside the device: the thread whose core the host takes would have to wait.
void ocl_keep_driver_threads_apart(void);

// Whether a file like /proc/self/status says "Cpus_allowed_list:" and all cores from 0 on.
bool ocl_all_cores_allowed(const char *status_path, long cores);

#endif
