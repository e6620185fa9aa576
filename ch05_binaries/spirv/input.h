// SPDX-License-Identifier: MIT
//
// spirv_input - the file with the module: found, read, described.

#ifndef SPIRV_INPUT_H
#define SPIRV_INPUT_H

#include "module.h"
#include "ocl.h"

// The path of the module that was made with this program, for the device's addresses, malloc'ed; exits with
// OCL_EXIT_SKIP when it was not made.
char *spirv_find(cl_device_id device);

// The module in a file, malloc'ed; exits with OCL_EXIT_USAGE when it is none, or damaged.
unsigned char *spirv_read(const char *path, size_t *bytes, spirv_module *module);

// Prints what the module says of itself, and puts it under "details" of --json.
void spirv_describe(ocl_report *report, size_t bytes, const spirv_module *m);

#endif
