// SPDX-License-Identifier: MIT
//
// named_versions - what a device of OpenCL 3.0 lists as names with versions.
//
// Three queries of clGetDeviceInfo give such a list, an array of cl_name_version:
// CL_DEVICE_OPENCL_C_ALL_VERSIONS, CL_DEVICE_OPENCL_C_FEATURES, CL_DEVICE_EXTENSIONS_WITH_VERSION.
// Source: The OpenCL Specification 3.0, section 4.2, "Querying Devices".

#ifndef OCL_NAMED_VERSIONS_H
#define OCL_NAMED_VERSIONS_H

#include "opencl.h"

#include <stdbool.h>

// The list, malloc'ed, and its length in *count.  NULL and 0 where it is empty, and on a device
// older than OpenCL 3.0, which has no lists.
cl_name_version *ocl_named_versions(cl_device_id device, cl_device_info query, size_t *count);

// Whether the list has exactly this name.  *version becomes its version, and 0 where it is not
// listed; `version` may be NULL.
bool ocl_lists_name(cl_device_id device, cl_device_info query, const char *name,
                    cl_version *version);

// Whether the device's OpenCL C 3.0 has this feature: "__opencl_c_images", for instance.  False
// before OpenCL 3.0.
bool ocl_has_feature(cl_device_id device, const char *name);

// Whether the device's compiler takes OpenCL C of this version, 10 * major + minor: 11, 12, 30.
bool ocl_has_language(cl_device_id device, int version);

// The option of clBuildProgram for the newest OpenCL C up to 3.0 that the compiler takes:
// "-cl-std=CL3.0", "-cl-std=CL2.0" or "-cl-std=CL1.2".
const char *ocl_newest_c(cl_device_id device);

#endif
