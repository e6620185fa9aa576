// SPDX-License-Identifier: MIT
//
// device_limits - measures the highest rates of a device, with simple kernels.
//
// They are remembered per device and driver (remembered_limits.h); --limits measures them again.

#ifndef OCL_DEVICE_LIMITS_H
#define OCL_DEVICE_LIMITS_H

#include "env.h"

// Fills env->driver, and env->limits in a sample that shows rates, which is one that takes
// --repeat: with what is remembered, or measured now in about two seconds.  With --limits:
// measures, prints and exits 0.
void ocl_get_limits(ocl_env *env);

// Measures again, about two seconds.  Gives and remembers the best of these limits and of those
// remembered.
ocl_limits ocl_device_limits_again(const ocl_env *env);

// Measures again, about four seconds, and gives the highest rates of these runs and of those
// remembered.  Remembers them: the machine may have been busy when the limits were measured.
ocl_limits ocl_device_limits_highest(const ocl_env *env);

// How many bytes a run must move so that caches do not help it: four times the device's cache.
double ocl_device_limits_cache_bytes(cl_device_id device);

// How many bytes a run must move so that the limits of memory hold for it: as many as were moved to
// measure them, and so many that caches do not help.
double ocl_device_limits_bytes(cl_device_id device);

// What one pass over a problem costs a device at best.
typedef struct {
    double bytes;         // read or written
    double operations;    // single-precision, two per FMA
    double transfers;     // bytes between the device and ordinary memory of the host
} ocl_pass;

// Makes the default size smaller where one pass over it would take more than 50 ms at the device's
// limits: the same fraction of each extent.  A size that was given with --size stays.  The rate of
// transfers is measured here, if the pass has any.
void ocl_fit_default_size(const ocl_env *env, ocl_options *options, ocl_pass pass);

#endif
