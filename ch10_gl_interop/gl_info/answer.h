// SPDX-License-Identifier: MIT
//
// answer - what a driver says about an OpenGL context, and whether it can be true.

#ifndef GL_INFO_ANSWER_H
#define GL_INFO_ANSWER_H

#include "ocl.h"

#include <CL/cl_gl.h>

enum { MAX_DEVICES = 64 };

typedef struct {
    cl_int status;                        // of the question
    cl_uint count;                        // of devices that may share with the OpenGL context
    cl_device_id devices[MAX_DEVICES];    // their names
    cl_device_id current;                 // the one that the OpenGL context is on; NULL: none
} sharing_devices;

// Whether the driver has clGetGLContextInfoKHR.  The loader has one for every platform; that of
// ocl-icd ends at address 0 where the driver has none.
bool has_context_info(cl_platform_id platform);

// Whether the device is among them.
bool lists(const sharing_devices *answer, cl_device_id device);

// The driver names only devices that have cl_khr_gl_sharing, and the current one is among them.  An
// OpenGL context on other hardware may be refused.
ocl_result verify_answer(const sharing_devices *answer);

// A context that the driver has made knows the properties that it was made with.
ocl_result verify_context(cl_context context, const cl_context_properties *properties,
                          size_t bytes);

#endif
