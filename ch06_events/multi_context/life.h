// SPDX-License-Identifier: MIT
//
// multi_context_life - what a context says of itself, and what its driver calls back: errors, the end.

#ifndef MULTI_CONTEXT_LIFE_H
#define MULTI_CONTEXT_LIFE_H

#include "ocl.h"

#include <stdatomic.h>

// The last of the context's devices.
cl_device_id context_last_device(cl_context context);

// All queries at once: the device is among the context's, the properties are those given, and the count of
// references follows clRetainContext and clReleaseContext.
ocl_result context_info(cl_context context, cl_device_id device,
                        const cl_context_properties given[3]);

// The status of making a context that cannot be; one that is made all the same is released.
cl_int context_try(const cl_context_properties *properties, cl_uint count,
                   const cl_device_id *devices, void *user_data);
cl_int context_try_type(cl_platform_id platform, cl_device_type type);

// What an error callback leaves for the host.  It may come on any thread, and on several at once.
typedef struct {
    atomic_size_t count;
    atomic_bool complete;    // the first message is there
    char first[256];
} context_errors;

// The callback for clCreateContext; its user data is a context_errors *.
void CL_CALLBACK context_error(const char *message, const void *driver_data, size_t driver_bytes,
                               void *user_data);

void context_errors_print(ocl_report *report, const context_errors *errors);

// A context whose end is announced to two callbacks: the one registered last is called first.  A row of
// the report, or a line where the device is older than OpenCL 3.0.
void context_end(ocl_report *report, const ocl_env *env);

#endif
