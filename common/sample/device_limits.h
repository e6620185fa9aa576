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

// Measures again, about four seconds, and gives the highest rates of these runs and of those
// remembered.  Remembers them: the machine may have been busy when the limits were measured.
ocl_limits ocl_device_limits_highest(const ocl_options *options, cl_device_id device);

// How many bytes a run must move so that the limits of memory hold for it: as many as were moved to
// measure them, and four times the device's cache.  Fewer bytes may stay in caches, which are
// faster.
double ocl_device_limits_bytes(cl_device_id device);

// What one pass over a problem costs a device at best.
typedef struct {
    double bytes;         // read or written
    double operations;    // single-precision, two per FMA
} ocl_pass;

// Makes the default size smaller where one pass over it would take more than 50 ms at the device's
// limits: the same fraction of each extent.  A size that was given with --size stays.
void ocl_fit_default_size(const ocl_env *env, ocl_options *options, ocl_pass pass);

// With --limits: measures again, stores, prints and exits 0.  Without --limits: does nothing.
void ocl_handle_limits_option(const ocl_env *env);

#endif
