// SPDX-License-Identifier: MIT
//
// source - the text of a kernel file.
//
// A kernel file is where --kernel says, or in $OCL_SAMPLES_KERNELS, or, without both, beside the
// executable (../share/opencl-samples/kernels, in the build tree and in the installed one).
// Some samples have a second kernel file, NAME_fast.cl or NAME_cpu.cl.  When such a sample runs all
// variants, a file of --kernel whose name ends like that stands for the second one, any other file
// for the first one.  With --variant it stands for both.
//
// #include "FILE" is resolved here: the file's text takes its place, between #line directives.  So
// the device's compiler needs no path, its messages name the right file, and the key of the cache
// covers the header.  FILE is looked for beside the including file, in include/ beside that, and in
// include/ of the folders of kernel files above: a copied kernel file works anywhere.  What is in a
// comment or under #if 0 is not included.  Other conditions are not evaluated: the file has to be
// there.  A header with #pragma once or with an include guard may include itself, and is read again
// only where an #if may have left it out before.  #include <FILE> is left to the compiler, and the
// key of the cache does not cover it.

#ifndef OCL_SOURCE_H
#define OCL_SOURCE_H

#include "options.h"

// The source of a kernel file, includes resolved, malloc'ed and 0-terminated.  False, with a
// message that names the file, and the line of an #include, when something cannot be read.
bool ocl_read_source(const char *path, char **source, ocl_message *why);

// The path of the kernel file `name` by the rules above, malloc'ed; exits with OCL_EXIT_USAGE when
// there is none.
char *ocl_find_kernel(const ocl_options *options, const char *name);

// ocl_find_kernel and ocl_read_source; exits with OCL_EXIT_USAGE when that fails.  malloc'ed.
char *ocl_load_source(const ocl_options *options, const char *name);

#endif
