// SPDX-License-Identifier: MIT
//
// open - from the options to a device, its context and its command-queue.

#ifndef OCL_OPEN_H
#define OCL_OPEN_H

#include "env.h"

// Chooses the device, makes context and queue, and fills the device's limits for a sample that
// shows rates (device_limits.h).  With --limits: measures, prints and exits 0.
// The options are those of ocl_parse, and must live as long as the result.
ocl_env ocl_open(const ocl_options *options);

// ocl_open for a device that is chosen already.  Its limits are not filled in.
ocl_env ocl_open_device(const ocl_options *options, cl_device_id device);

// Releases queue and context.  Everything that was made in them must have been released before.
void ocl_close(ocl_env *env);

#endif
