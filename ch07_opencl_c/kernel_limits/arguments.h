// SPDX-License-Identifier: MIT
//
// arguments - kernels with many arguments.

#ifndef KERNEL_LIMITS_ARGUMENTS_H
#define KERNEL_LIMITS_ARGUMENTS_H

#include "ocl.h"

// The kernel limits_text of this program has the arguments `out` and count more: `constant uint *`,
// each of one number, or `uint`.  The result is the sum of all numbers, each times its place,
// counted from 1.  malloc'ed.
char *arguments_program(bool constants, size_t count);

#endif
