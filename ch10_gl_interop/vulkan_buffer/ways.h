// SPDX-License-Identifier: MIT
//
// ways - how OpenCL and Vulkan can hand over a buffer, and which of these ways two devices have.

#ifndef VULKAN_BUFFER_WAYS_H
#define VULKAN_BUFFER_WAYS_H

#include "vulkan/compute.h"

#include <CL/cl_ext.h>

enum { COPIES, HOST_MEMORY, OPAQUE_FD, SEMAPHORES, WAYS };
extern const char *const WAY_NAMES[WAYS + 1];    // ended by NULL

// What Vulkan's device is to have, as far as it can; ended by NULL.
extern const char *const WAY_EXTENSIONS[];

// Whether this way is to run.  A note in the report says so if it was asked for and is left out.
bool way_runs(const ocl_env *env, ocl_report *report, const vulkan_device *v, int way);

// A table: what each way that ran has copied, and how long a turn took.
void show_turns(ocl_report *report, const ocl_times times[WAYS], size_t bytes, size_t turns);

// Ends the program with OCL_EXIT_SKIP if --variant asks for a way that the devices do not have.
void require_wanted_way(const ocl_env *env, const vulkan_device *v);

// The functions of OpenCL's extensions, by name.
typedef struct {
    // cl_khr_external_memory
    clEnqueueAcquireExternalMemObjectsKHR_fn clEnqueueAcquireExternalMemObjectsKHR;
    clEnqueueReleaseExternalMemObjectsKHR_fn clEnqueueReleaseExternalMemObjectsKHR;
    // cl_khr_semaphore
    clCreateSemaphoreWithPropertiesKHR_fn clCreateSemaphoreWithPropertiesKHR;
    clEnqueueWaitSemaphoresKHR_fn clEnqueueWaitSemaphoresKHR;
    clEnqueueSignalSemaphoresKHR_fn clEnqueueSignalSemaphoresKHR;
    clReleaseSemaphoreKHR_fn clReleaseSemaphoreKHR;
} external_api;

// Functions of extensions that the device does not have are NULL.
external_api load_external(const ocl_env *env);

#endif
