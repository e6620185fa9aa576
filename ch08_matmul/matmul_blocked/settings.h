// SPDX-License-Identifier: MIT
//
// settings - the command line of matmul_blocked.

#ifndef MATMUL_BLOCKED_SETTINGS_H
#define MATMUL_BLOCKED_SETTINGS_H

#include "ocl.h"

typedef struct {
    ocl_options options;
    size_t method;           // of the check, a matmul_method
    const char *blocking;    // NULL: not given
    bool tune;
    size_t tune_seconds;
} matmul_blocked_settings;

matmul_blocked_settings matmul_blocked_parse(int argc, char **argv);

#endif
