// SPDX-License-Identifier: MIT
//
// pocl_cache - whether PoCL can compile: it writes each kernel into its cache and loads it from
// there.  Where it cannot, it ends the program with words that do not say what to do.

#ifndef OCL_POCL_CACHE_H
#define OCL_POCL_CACHE_H

#include "opencl.h"

// Complains when the device is a CPU of PoCL and its cache is on a full disk, or where no code may
// run.  The program goes on: the kernels may be there already.
void ocl_look_at_pocl_cache(cl_device_id device);

#endif
