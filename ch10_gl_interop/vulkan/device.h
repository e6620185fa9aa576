// SPDX-License-Identifier: MIT
//
// device - what every Vulkan program begins with: a device and a queue.
//
// None of this has to do with sharing.

#ifndef VULKAN_DEVICE_H
#define VULKAN_DEVICE_H

#include "instance.h"

// A device with one queue.
typedef struct {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    cl_uchar uuid[VK_UUID_SIZE];
    bool is_same;    // its device and its driver have the UUIDs of the OpenCL device
    VkDevice device;
    uint32_t family;    // of the queue
    VkQueue queue;
    VkCommandPool pool;
} vulkan_device;

// Opens the Vulkan device that is the same as the OpenCL device; else one of the same type (CPU or
// GPU); else the first one.  Its queue does all of `work` (VK_QUEUE_COMPUTE_BIT ...).  Enables
// those of the extensions (ended by NULL) that it has, and with extensions of the instance for
// windows also that for swapchains.  Without any device the program ends with OCL_EXIT_SKIP and
// names the package.
vulkan_device vulkan_open_device(cl_device_id opencl, VkQueueFlags work,
                                 const char *const *extensions, vulkan_names for_windows);

// vulkan_open_device without the exit: returns why there is no device (a text), or NULL if there
// is one.
const char *vulkan_try_device(vulkan_device *v, cl_device_id opencl, VkQueueFlags work,
                              const char *const *extensions, vulkan_names for_windows);

// Does nothing where no device was opened.
void vulkan_close_device(vulkan_device *v);

// Whether the device has the extension.
bool vulkan_has_extension(const vulkan_device *v, const char *name);

// The address of a function of an extension that was enabled.  Without one the program ends with
// OCL_EXIT_CALL.
PFN_vkVoidFunction vulkan_function(const vulkan_device *v, const char *name);

// The number of a memory type that is one of `allowed` (a bit each) and has the properties
// `wanted`, and those of `liked` where there is such a type.  Without one the program ends with
// OCL_EXIT_SKIP.
uint32_t vulkan_memory_type(const vulkan_device *v, uint32_t allowed, VkMemoryPropertyFlags wanted,
                            VkMemoryPropertyFlags liked);

// An empty list of commands, begun: vkEndCommandBuffer ends it.  It may be submitted again while it
// runs, and lives as long as the device.
VkCommandBuffer vulkan_begin(const vulkan_device *v);

// Submits the list.  It waits for the first semaphore and signals the second one; each may be
// VK_NULL_HANDLE.  The host goes on.
void vulkan_submit(const vulkan_device *v, VkCommandBuffer commands, VkSemaphore wait,
                   VkSemaphore signal);

// The host waits until all that was submitted is done.
void vulkan_finish(const vulkan_device *v);

#endif
