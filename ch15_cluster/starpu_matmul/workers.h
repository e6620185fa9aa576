// SPDX-License-Identifier: MIT
//
// workers - which devices StarPU shall use.  It asks for GPUs by itself, and numbers them platform
// after platform.  For CPUs as devices it wants variables of the environment.

#ifndef STARPU_MATMUL_WORKERS_H
#define STARPU_MATMUL_WORKERS_H

#include "task.h"

#include <starpu.h>

// Before starpu_init: its configuration, and variables that the user has not set.  The devices are
// all that are of the platform and the type of env->device; with `alone` only this one.
void workers_choose(struct starpu_conf *conf, const ocl_env *env, size_t cpus, bool alone);

// After starpu_init, whose result it gets: ends with OCL_EXIT_SKIP and a reason when StarPU has no
// worker for a device.
void workers_require(int result, const ocl_env *env);

// The kernel for each device that has a worker.
void workers_build(task_device devices[STARPU_MAXOPENCLDEVS], const ocl_env *env);
void workers_release(task_device devices[STARPU_MAXOPENCLDEVS]);

#endif
