// SPDX-License-Identifier: MIT
//
// optional - what a device may have beyond OpenCL 1.2.
//
// Features of the host's functions have queries and extensions.  Features of the language have
// names such as __opencl_c_subgroups: a device of OpenCL 3.0 lists them, and its compiler defines
// the macro of that name.

#ifndef OCL_OPTIONAL_H
#define OCL_OPTIONAL_H

#include "opencl.h"

#include <stdbool.h>

// Whether the device's compiler takes OpenCL C 2.0 or 3.0.
bool ocl_has_newer_c(cl_device_id device);

// Ends the program with OCL_EXIT_SKIP unless the device has a feature that OpenCL C 2.0 always has,
// and that OpenCL C 3.0 may have.
void ocl_require_feature(cl_device_id device, const char *name);

// What a query of OpenCL 3.0 says that gives a cl_bool.  Before 3.0 there is no such query: devices
// of 2.x have what it asks about, older ones do not.
bool ocl_has_optional(cl_device_id device, cl_device_info query);

// Whether kernels can launch kernels.  A device of OpenCL 2.x always has a queue of its own.
bool ocl_has_device_queue(cl_device_id device);

// Which memory the device shares with the host; 0 before OpenCL 2.0.
cl_device_svm_capabilities ocl_svm_capabilities(cl_device_id device);

// Whether a 2-D image can be made of a buffer or of another image: an extension in OpenCL 1.2, a
// part of 2.0, optional in 3.0.
bool ocl_has_image_from_buffer(cl_device_id device);

// The version of an extension; 0 where the device does not have it.  Before OpenCL 3.0 extensions
// have no versions: 1.
cl_version ocl_extension_version(cl_device_id device, const char *name);

// Ends the program with OCL_EXIT_SKIP unless the device has the extension.  Gives its version.
cl_version ocl_require_extension(cl_device_id device, const char *name);

// Whether the device or its platform lists the extension.  One that is about the host alone may be
// listed by the platform only.
bool ocl_lists_extension(cl_device_id device, const char *name);

// The address of a function of an extension.  Without one the program ends with OCL_EXIT_CALL.  C
// has no cast from void * to a pointer to a function, but systems with OpenCL have:
//     *(void **)&function = ocl_extension_function(env.platform, "clCreateSemaphore...");
void *ocl_extension_function(cl_platform_id platform, const char *name);

#endif
