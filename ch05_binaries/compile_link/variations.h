// SPDX-License-Identifier: MIT
//
// variations - other ways to the executable: from binaries, and with options at link time.
//
// Each gives a program that the caller releases, or NULL where the driver cannot make it; the
// report says why.

#ifndef VARIATIONS_H
#define VARIATIONS_H

#include "ocl.h"

enum {
    FILTER,
    MIRROR,
    TONE,
    PARTS
};    // the parts of the program, in the order of the arrays below

// Links programs that are made of the binaries of the parts.  Objects and libraries need no build
// for that.
cl_program link_binaries(const ocl_env *env, ocl_report *report, const cl_program parts[PARTS]);

// Links the objects with -cl-fast-relaxed-math.  TONE becomes a library that allows options at link
// time.
cl_program link_relaxed(const ocl_env *env, ocl_report *report, const cl_program objects[PARTS]);

// Builds the binary of an executable.  That is quick: nothing is left to compile or to link.
cl_program build_binary(const ocl_env *env, ocl_report *report, cl_program executable);

#endif
