// SPDX-License-Identifier: MIT
//
// compiler_counts - the line "1 error generated." that PoCL prints itself.

#ifndef COMPILER_COUNTS_H
#define COMPILER_COUNTS_H

#include "ocl.h"

// Before builds that must fail: says on standard error whose lines follow there.  clang, inside of
// PoCL, counts its messages on standard error; the messages themselves are in the build log.
void explain_compiler_counts(cl_platform_id platform);

#endif
