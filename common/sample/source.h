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
// A line #include "FILE" is resolved here: the file's text takes its place, between #line
// directives.  So the compiler needs no path, its messages name the right file, and the key of the
// cache covers the header.  FILE is looked for beside the including file, in include/ beside that,
// and in include/ of the folders of kernel files above: a copied kernel file works anywhere.
// Guards and #if are the compiler's, also where FILE is not found: then an #error takes its place.
// #include <FILE> is the compiler's, too.
//
// Why not by the driver: PoCL 3.1 finds no folder of -I whose name has a blank, however it is
// quoted; and its clCompileProgram with clLinkProgram is not cached: 1.9 s in each run, not 0.1 s.

#ifndef OCL_SOURCE_H
#define OCL_SOURCE_H

#include "options.h"

// The source of a kernel file, includes resolved, malloc'ed and 0-terminated.  False, with a
// message that names the file, when one cannot be read.
bool ocl_read_source(const char *path, char **source, ocl_message *why);

// The path of the kernel file `name` by the rules above, malloc'ed; exits with OCL_EXIT_USAGE when
// there is none.
char *ocl_find_kernel(const ocl_options *options, const char *name);

// ocl_find_kernel and ocl_read_source; exits with OCL_EXIT_USAGE when that fails.  malloc'ed.
char *ocl_load_source(const ocl_options *options, const char *name);

#endif
