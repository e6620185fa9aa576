// SPDX-License-Identifier: MIT
//
// programs - from a .cl file to a built cl_program, through a cache of binaries.
//
// A kernel file is looked for as --kernel says, in $OCL_SAMPLES_KERNELS, then beside the executable
// (../share/opencl-samples/kernels, in the build tree and in the installed one).  #include "FILE"
// is resolved here and replaced by the file's text between #line directives: the device's compiler
// needs no path, its messages name the right file, and the cache key covers the header.  FILE is
// looked for beside the including file, in include/ beside that, and in include/ of the folders of
// kernel files above, so that a copied kernel file works anywhere.  No #if or comment around an
// #include is looked at: the file has to be there, and it comes as often as it is named, whatever
// #pragma once says.  #include <FILE> is left to the compiler, and not covered by the cache key.

#ifndef OCL_PROGRAMS_H
#define OCL_PROGRAMS_H

#include "devices.h"

// The source of a kernel file, includes resolved, malloc'ed and 0-terminated.  False, with a
// message that names the file, and the line of an #include, when something cannot be read.
bool ocl_read_source(const char *path, char **source, ocl_message *why);

// The path of the kernel file `name` by the rules above, malloc'ed; exits with OCL_EXIT_USAGE when
// there is none.
char *ocl_find_kernel(const ocl_options *options, const char *name);

// ocl_find_kernel and ocl_read_source; exits with OCL_EXIT_USAGE when that fails.  malloc'ed.
char *ocl_load_source(const ocl_options *options, const char *name);

// Builds a kernel file for env's device with printf-made build options.  Uses and feeds the cache
// of binaries, without --no-cache.  A failed build prints the device's log and exits with
// OCL_EXIT_CALL.  Release it with clReleaseProgram.
cl_program ocl_build(const ocl_env *env, const char *name, const char *options_format, ...)
    OCL_PRINTF(3, 4);

// Whose compiler a device's programs are made by, malloc'ed: platform, device and driver with their
// versions in one line.  A binary that was made under another line is not to be loaded.
char *ocl_compiler_id(cl_device_id device);

// The binary of a program with one device, malloc'ed; NULL when the driver has none to give.
unsigned char *ocl_program_binary(cl_program program, size_t *bytes);

// CL_PROGRAM_KERNEL_NAMES or another text of a program, and CL_PROGRAM_BUILD_LOG or another of its build for a
// device, malloc'ed.
char *ocl_program_text(cl_program program, cl_program_info query);
char *ocl_build_text(cl_program program, cl_device_id device, cl_program_build_info query);

// Checks what a call such as "clBuildProgram" returned: when that is an error, prints the log of each device
// that the program was not built for, then a line with the kernel file's name, the call and the error, and
// exits with OCL_EXIT_CALL.
void ocl_check_build(cl_program program, const char *name, const char *call, cl_int status);

#endif
