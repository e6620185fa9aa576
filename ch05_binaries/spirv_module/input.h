// SPDX-License-Identifier: MIT
//
// input - the file with the module: found, read, described, compared with device and program.

#ifndef SPIRV_INPUT_H
#define SPIRV_INPUT_H

#include "module.h"
#include "ocl.h"

// A module in memory, and what it says about itself.
typedef struct {
    unsigned char *il;    // malloc'ed
    size_t bytes;
    spirv_module module;
} spirv_input;

// Reads and parses the file.  Exits with OCL_EXIT_USAGE when it is no module, or a damaged one.
spirv_input spirv_read(const char *path);

// Finds and reads the module that was made together with this program, for the device's addresses.
// Exits with OCL_EXIT_SKIP when it was not made, or when the device takes no SPIR-V (highest is 0).
spirv_input spirv_find_and_read(cl_device_id device, unsigned highest);

// The highest version in an answer to CL_DEVICE_IL_VERSION, as 10 * major + minor; 0 when SPIR-V is
// not in it.
unsigned spirv_highest_version(const char *versions);

// The highest version that the device takes, as 10 * major + minor; 0: none.
unsigned spirv_version_of_device(cl_device_id device);

// Exits when the device cannot take the module: with OCL_EXIT_SKIP for a device that takes no
// SPIR-V or none of this version, with OCL_EXIT_USAGE for addresses of another size.
void spirv_require(cl_device_id device, const spirv_module *module, unsigned highest);

// clCreateProgramWithIL as drivers older than OpenCL 2.1 have it, with the extension
// cl_khr_il_program.  Exits with OCL_EXIT_SKIP without the extension.
cl_program create_with_il_khr(const ocl_env *env, const void *il, size_t bytes, cl_int *err);

// Reports what the module says about itself.
void spirv_describe(ocl_report *report, const spirv_input *input);

// Whether the program has the kernels that the module names, and no others.
ocl_result spirv_verify_kernels(cl_program program, const spirv_module *module);

#endif
