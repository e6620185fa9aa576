// SPDX-License-Identifier: MIT
//
// semaphores - two semaphores that OpenCL and Vulkan both know, one for each direction.

#ifndef VULKAN_SEMAPHORES_H
#define VULKAN_SEMAPHORES_H

#include "ways.h"

// A binary semaphore that can be exported as a file descriptor (VK_KHR_external_semaphore_fd).
VkSemaphore vulkan_semaphore_to_export(const vulkan_device *v);

// A file descriptor that stands for it.
int vulkan_export_semaphore(const vulkan_device *v, VkSemaphore semaphore);

// The semaphore of that file descriptor for OpenCL, which owns the file descriptor from now on.
cl_semaphore_khr import_semaphore(const ocl_env *env, const external_api *api, int fd);

typedef struct {
    VkSemaphore to_vulkan, to_opencl;
    cl_semaphore_khr cl_to_vulkan, cl_to_opencl;    // the same two, for OpenCL
} shared_semaphores;

// Vulkan makes them, and OpenCL imports them: cl_khr_external_semaphore_opaque_fd.
shared_semaphores open_semaphores(const ocl_env *env, const external_api *api,
                                  const vulkan_device *v);

// Nothing in a queue may need them any more.
void close_semaphores(const external_api *api, const vulkan_device *v, shared_semaphores *s);

#endif
