// SPDX-License-Identifier: MIT
//
// The one place that includes the OpenCL headers and says for which version.
//
// The samples keep to the host API of OpenCL 1.2.  The headers are opened up to 3.0 because newer
// features are asked for at run time, never assumed of a device; the loader has to have the
// functions of 2.1.  The headers are Khronos' on every system: macOS has its own, which end at 1.2.

#ifndef OCL_OPENCL_H
#define OCL_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS    // clCreateImage2D, clEnqueueMarker
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS    // clCreateCommandQueue: the 1.2 call works everywhere

#include <CL/cl.h>
#include <CL/cl_ext.h>

#endif
