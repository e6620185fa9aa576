// SPDX-License-Identifier: MIT
//
// environment - variables of the environment.

#ifndef OCL_SYSTEM_ENVIRONMENT_H
#define OCL_SYSTEM_ENVIRONMENT_H

#include <stdbool.h>

// Sets a variable, for this program and those that it starts.  False when there is no memory for
// it.
bool ocl_set_variable(const char *variable, const char *value);

// Adds a path to the end of a list of paths with colons between them, such as $OPENCL_LAYERS,
// unless it is there already.  False when there is no memory for it.
bool ocl_add_to_path_list(const char *variable, const char *path);

#endif
