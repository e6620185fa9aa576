// SPDX-License-Identifier: MIT
//
// workers - which devices StarPU shall use.  It asks for GPUs by itself, and numbers them platform
// after platform.  For CPUs as devices it wants variables of the environment.

#ifndef STARPU_WORKERS_H
#define STARPU_WORKERS_H

#include "ocl.h"

#include <starpu.h>

// Sets a variable of the environment that the user has not set.
void workers_prefer(const char *variable, const char *value);

// Before starpu_init: its configuration, and variables.  The devices are all that are of the
// platform and the type of env->device; with `alone` only this one.
void workers_choose(struct starpu_conf *conf, const ocl_env *env, size_t cores, bool alone);

// After starpu_init, whose result it gets: ends with OCL_EXIT_SKIP and a reason when StarPU has no
// worker for a device.
void workers_require(int result, const ocl_env *env);

// Device `number` of StarPU, with the context and the queue that StarPU has made for it.
ocl_env workers_env(int number, const ocl_env *env);

#endif
