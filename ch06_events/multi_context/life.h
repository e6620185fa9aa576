// SPDX-License-Identifier: MIT
//
// life - the life of a context: what it says about itself, its errors, its end.

#ifndef MULTI_CONTEXT_LIFE_H
#define MULTI_CONTEXT_LIFE_H

#include "ocl.h"

#include <stdatomic.h>

// A context and what lives in it.
typedef struct {
    ocl_env env;
    cl_program program;
    cl_kernel kernel;
    cl_mem d_y, d_x;
} world;

// Whether the world's device is one of the context's, the properties are the given ones, and the
// reference count follows clRetainContext and clReleaseContext.
ocl_result context_verify_info(const world *w, const cl_device_id *devices, cl_uint count,
                               const cl_context_properties given[3]);

// What an error callback leaves for the host.  It may come on any thread, and on several at once.
typedef struct {
    atomic_size_t count;
    atomic_bool complete;    // the first message is there
    char first[256];
} context_errors;

// The callback for clCreateContext; its user data is a context_errors *.
void CL_CALLBACK context_error(const char *message, const void *driver_data, size_t driver_bytes,
                               void *user_data);

void context_errors_report(ocl_report *report, const context_errors *errors);

// A context whose end two callbacks announce (clSetContextDestructorCallback): the one registered
// last is called first.  A row of the report, or a note where the device is older than OpenCL 3.0.
void context_end(ocl_report *report, const ocl_env *env);

#endif
