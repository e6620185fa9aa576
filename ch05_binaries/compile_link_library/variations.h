// SPDX-License-Identifier: MIT
//
// variations - other ways to the executable: from binaries, with options at link time, from a file.
//
// Each gives a program that the caller releases, or NULL where the driver cannot make it; the
// report says why.

#ifndef VARIATIONS_H
#define VARIATIONS_H

#include "ocl.h"

// The parts of the program, in the order of the arrays below.
enum { FILTER, MIRROR, TONE, PARTS };

// Links programs that are made of the binaries of the parts.  Objects and libraries need no build
// for that.
cl_program link_binaries(const ocl_env *env, ocl_report *report, const cl_program parts[PARTS]);

// Links the objects with -cl-fast-relaxed-math.  TONE becomes a library that allows options at link
// time.
cl_program link_relaxed(const ocl_env *env, ocl_report *report, const cl_program objects[PARTS]);

// Builds the binary of an executable.  That is quick: nothing is left to compile or to link.
cl_program build_binary(const ocl_env *env, ocl_report *report, cl_program executable);

// Writes the binary of an executable to a file.  False where the driver gives none.  Exits with
// OCL_EXIT_USAGE when the file cannot be written.
bool store_program(const ocl_env *env, ocl_report *report, cl_program executable, const char *path);

// The program in such a file, built.  Exits with OCL_EXIT_USAGE when the file is not right.
cl_program load_program(const ocl_env *env, ocl_report *report, const char *path);

#endif
