// SPDX-License-Identifier: MIT
//
// ways - how OpenCL and Vulkan can share memory, and which of these ways two devices have.

#ifndef VULKAN_WAYS_H
#define VULKAN_WAYS_H

#include "device.h"

#include <CL/cl_ext.h>

enum { COPIES, HOST_MEMORY, OPAQUE_FD, SEMAPHORES, WAYS };
extern const char *const WAY_NAMES[WAYS + 1];    // ended by NULL

// What Vulkan's device is to have, as far as it can; ended by NULL.
extern const char *const WAY_EXTENSIONS[];

// What the two devices lack for this way, as a sentence; NULL if they have it.
const char *way_lacks(const ocl_env *env, const vulkan_device *v, int way);

// Whether this way is to run.  A note in the report says so if it was asked for and is left out.
bool way_runs(const ocl_env *env, ocl_report *report, const vulkan_device *v, int way);

// way_runs for a caller that knows what is lacking; NULL: nothing is.
bool way_runs_unless(const ocl_env *env, ocl_report *report, int way, const char *lacks);

// Whether both work in the same memory of the device: OPAQUE_FD and SEMAPHORES.
bool is_shared(int way);

// Whether OpenCL takes the pixels of an image from an opaque file descriptor as rows, one after the
// other.  If not, its driver finds out how Vulkan has laid them out.
bool imports_linear_images(const ocl_env *env);

// A table with three columns: the way, the bytes that it copies, and the microseconds, both for one
// of the `count` turns or frames of a run.  Ways that did not run are left out.
typedef struct {
    const char *title, *columns;
    size_t copied[WAYS], count;
} ways_table;
void show_ways(ocl_report *report, const ocl_times times[WAYS], const ways_table *table);

// Ends the program with OCL_EXIT_SKIP if --variant asks for a way that the devices do not have.
void require_wanted_way(const ocl_env *env, const vulkan_device *v);

// require_wanted_way for one way and a caller that knows what is lacking; NULL: nothing is.
void require_way_unless(const ocl_env *env, int way, const char *lacks);

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
