// SPDX-License-Identifier: MIT
//
// attributes - what a device and its platform say about themselves.

#ifndef OCL_ATTRIBUTES_H
#define OCL_ATTRIBUTES_H

#include "opencl.h"

#include <stdbool.h>

// A text attribute of a device or platform, malloc'ed, without blanks around it.
char *ocl_device_text(cl_device_id device, cl_device_info attribute);
char *ocl_platform_text(cl_platform_id platform, cl_platform_info attribute);

// A numeric attribute of 1, 4 or 8 bytes (cl_bool, cl_uint, cl_ulong, size_t, bit-field).
cl_ulong ocl_device_number(cl_device_id device, cl_device_info attribute);

// The platform that the device belongs to.
cl_platform_id ocl_device_platform(cl_device_id device);

// "cpu", "gpu", "accelerator" or "custom".
const char *ocl_type_name(cl_device_id device);

// Whether it is a CPU.  Its memory is the host's, and few work-items with much work each suit it.
bool ocl_is_cpu(cl_device_id device);

// Whether the device's extension string holds exactly this name.
bool ocl_has_extension(cl_device_id device, const char *extension);

// The device's OpenCL version as 10 * major + minor: 12, 20, 30.
int ocl_device_version(cl_device_id device);

// The driver's version, "25.0.7-2" for instance, up to the first dot; 0 where it has no number.
int ocl_driver_major(cl_device_id device);

// Who compiles for the device, malloc'ed: platform, device and driver with their versions, in one
// line. A binary that was made under another line is not to be loaded.
char *ocl_compiler_id(cl_device_id device);

// Implementations with known deviations from the specification; docs/portability.md lists them. An
// excuse holds for the versions that gave the wrong answer.
enum {
    OCL_OCLGRIND = 1,
    OCL_NVIDIA = 2,
    OCL_POCL = 4,             // before 6.0
    OCL_INTEL = 8,            // the CPU runtime
    OCL_POCL_6 = 16,          // 6.x
    OCL_RUSTICL = 32,         // Mesa 25.x
    OCL_POCL_7 = 64,          // 7.x
    OCL_RUSTICL_26 = 128,     // Mesa 26.x
    OCL_POCL_REMOTE = 256,    // PoCL-Remote 7.x: with OCL_POCL_7, and the bit of the server's PoCL
};

// Which one has this name (CL_PLATFORM_NAME) and major version of its driver; 0: none of them.
unsigned ocl_platform_of(const char *name, int major);

// Which one of them drives the device; 0: none of them, or another version.  Only a device of
// PoCL-Remote has several bits.
unsigned ocl_known_platform(cl_device_id device);

// Whether it is OCL_INTEL's runtime for Windows, which has mistakes that the one for Linux has not.
bool ocl_is_intel_for_windows(cl_device_id device);

// Whether it is OCL_POCL on an i386 system.  It computes with the processor's x87 unit, whose
// registers have more digits than float and double: it rounds too late.
bool ocl_is_pocl_for_i386(cl_device_id device);

// Whether it is an NVIDIA GPU whose compiler takes PTX, NVIDIA's assembly language, with the
// instructions of this major compute capability and of this driver.
bool ocl_takes_ptx(cl_device_id device, cl_ulong capability, int driver);

#endif
