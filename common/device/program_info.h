// SPDX-License-Identifier: MIT
//
// program_info - what a program knows about itself: texts, build logs, its binary.

#ifndef OCL_PROGRAM_INFO_H
#define OCL_PROGRAM_INFO_H

#include "opencl.h"

#include <stddef.h>

// A text of the program, such as CL_PROGRAM_KERNEL_NAMES; a text of its build for a device, such as
// CL_PROGRAM_BUILD_LOG.  malloc'ed.
char *ocl_program_text(cl_program program, cl_program_info query);
char *ocl_build_text(cl_program program, cl_device_id device, cl_program_build_info query);

// The binary of a program with one device, malloc'ed; NULL when the driver has none to give.
unsigned char *ocl_program_binary(cl_program program, size_t *bytes);

// Prints the build log, if there is one, to standard error under the kernel file's name.
void ocl_print_build_log(cl_program program, cl_device_id device, const char *name);

// Prints the log of a build that failed.  If PoCL names no mistake in the source, this says what
// else may be wrong; ocl_explain_build_log says only that.
void ocl_print_failed_build(cl_program program, cl_device_id device, const char *name);
void ocl_explain_build_log(cl_device_id device, const char *log);

// For what clBuildProgram, clCompileProgram or clLinkProgram returned.  When that is an error:
// prints the log of each device that the program was not built for, then one line with the kernel
// file's name, the call and the error, and exits with OCL_EXIT_CALL.
void ocl_require_build(cl_program program, const char *name, const char *call, cl_int status);

// The option -cl-denorms-are-zero after a blank; "" for PoCL-Remote: it gives its server an option
// of clang in its place, which the server refuses.
const char *ocl_denormals_option(cl_device_id device);

// Before builds that must fail: says on standard error whose lines follow there.  clang, inside of
// PoCL, counts its messages on standard error; the messages themselves are in the build log.
void ocl_explain_compiler_counts(cl_platform_id platform);

#endif
