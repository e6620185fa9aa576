// SPDX-License-Identifier: MIT
//
// device_limits - the highest rates of this device, measured by simple kernels.
//
// They are measured once per device and driver and kept in the cache; --limits measures them again.

#ifndef OCL_DEVICE_LIMITS_H
#define OCL_DEVICE_LIMITS_H

#include "env.h"

typedef struct {
    double copy_gbs;      // GB/s read plus GB/s written by the best of several copy kernels
    double read_gbs;      // GB/s of a kernel that only reads
    double fma_gflops;    // GFLOP/s of independent single-precision FMAs, two operations each
    double launch_us;     // microseconds from enqueueing an empty kernel to the end of the wait
} ocl_limits;

// From the cache, or measured now (about two seconds).
ocl_limits ocl_device_limits(const ocl_env *env);

// With --limits: measures again, stores, prints and exits 0.  Without --limits: does nothing.
void ocl_handle_limits_option(const ocl_env *env);

#endif
