// SPDX-License-Identifier: MIT
//
// settings - the command line of matmul_ladder.

#ifndef MATMUL_SETTINGS_H
#define MATMUL_SETTINGS_H

#include "ocl.h"

typedef struct {
    ocl_options options;
    size_t method;    // of the check, a matmul_method
} matmul_settings;

// Parses the command line.  `rungs` are the names of the kernels, ended by NULL.
matmul_settings matmul_parse(int argc, char **argv, const char *const *rungs);

#endif
