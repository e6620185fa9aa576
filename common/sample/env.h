// SPDX-License-Identifier: MIT
//
// env - what a sample needs to run on one device.

#ifndef OCL_ENV_H
#define OCL_ENV_H

#include "options.h"

// The highest rates of a device, measured by simple kernels (device_limits.h).
typedef struct {
    double copy_gbs;      // GB/s read plus GB/s written by the best of several copy kernels
    double read_gbs;      // GB/s of a kernel that only reads
    double fma_gflops;    // GFLOP/s of independent single-precision FMAs, two operations each
    double launch_us;     // microseconds from enqueueing an empty kernel to the end of the wait
} ocl_limits;

typedef struct {
    const ocl_options *options;
    cl_platform_id platform;
    cl_device_id device;
    unsigned driver;             // which it is: ocl_known_platform, asked once
    cl_context context;          // of this device alone
    cl_command_queue queue;      // in-order, with profiling
    double opened_ns;            // when all this was there, by ocl_wall_ns (see pace.h)
    ocl_limits limits;           // of the device, for samples that show rates: those with --repeat
    cl_ulong limits_measured;    // how often that was when they were taken
} ocl_env;

#endif
