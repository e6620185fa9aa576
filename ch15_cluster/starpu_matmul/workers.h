// SPDX-License-Identifier: MIT
//
// workers - which devices StarPU shall use, and the kernel on each of them.  It asks for GPUs by
// itself, and numbers them platform after platform.  For CPUs as devices it wants variables of the
// environment.

#ifndef STARPU_MATMUL_WORKERS_H
#define STARPU_MATMUL_WORKERS_H

#include "tiles.h"

#include <starpu.h>

// Of one device alone: only its worker sets the arguments of its kernel.
typedef struct {
    cl_kernel kernel;       // NULL: there is no such device
    product_range range;    // covers a tile of C
} device_kernel;

// Before MPI_Init_thread: threads of Open MPI that find nothing to do leave their core to others.
void workers_share_cores(void);

// Before starpu_init: its configuration, and variables that the user has not set.  The devices are
// all that are of the platform and the type of env->device; with `alone` only this one.
void workers_choose(struct starpu_conf *conf, const ocl_env *env, size_t cores, bool alone);

// After starpu_init, whose result it gets: ends with OCL_EXIT_SKIP and a reason when StarPU has no
// worker for a device.
void workers_require(int result, const ocl_env *env);

// Context and queue that StarPU has made for its first device.
ocl_env workers_first(const ocl_env *env);

// The kernel for each device that has a worker; its number is StarPU's.
void workers_build(device_kernel kernels[STARPU_MAXOPENCLDEVS], const task_settings *settings,
                   const ocl_env *env);
void workers_release(device_kernel kernels[STARPU_MAXOPENCLDEVS]);

#endif
