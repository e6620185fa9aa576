// SPDX-License-Identifier: MIT
//
// devices - OpenCL, Vulkan and OpenGL on the same device, if they can be; what is lacking; and a
// semaphore that all three know.

#ifndef GL_MEMORY_DEVICES_H
#define GL_MEMORY_DEVICES_H

#include "shared/opengl/external.h"
#include "vulkan/vk.h"

typedef struct {
    vulkan_device vulkan;     // has the OpenCL device's UUIDs, if there is such a one
    const char *no_vulkan;    // why there is none; NULL if there is one
    gl_context opengl;        // OpenGL 4.3, with Vulkan's UUID, if there is such a one
} other_devices;

// Without OpenGL the program ends with OCL_EXIT_SKIP and names the packages.
other_devices devices_open(cl_device_id opencl);
void devices_close(other_devices *d);

// Adds a table with all three, and their UUIDs.
void devices_show(const other_devices *d, ocl_report *report, cl_device_id opencl);

// What is lacking before OpenGL can take memory of Vulkan, as a sentence; NULL if nothing is.
const char *opengl_lacks(const other_devices *d);

// What one of the three devices lacks for a way: COPIES, OPAQUE_FD or SEMAPHORES.
const char *devices_lack(const other_devices *d, const ocl_env *env, int way);

// Vulkan makes a semaphore and exports it, the others import it: GL_EXT_semaphore_fd,
// cl_khr_external_semaphore_opaque_fd.
typedef struct {
    VkSemaphore vulkan;
    GLuint opengl;
    cl_semaphore_khr opencl;
} shared_semaphore;

shared_semaphore shared_semaphore_open(const vulkan_device *v, const ocl_env *env,
                                       const external_api *api);

// Nothing in a queue may need it any more.
void shared_semaphore_close(const vulkan_device *v, const external_api *api,
                            const shared_semaphore *s);

#endif
