// SPDX-License-Identifier: MIT
//
// env - what a sample needs to run on one device.

#ifndef OCL_ENV_H
#define OCL_ENV_H

#include "options.h"

typedef struct {
    const ocl_options *options;
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;        // of this device alone
    cl_command_queue queue;    // in-order, with profiling
    double opened_ns;          // when all this was there, by ocl_wall_ns (see pace.h)
    bool keeps_no_programs;    // ocl_build leaves the cache of binaries alone
} ocl_env;

#endif
