// SPDX-License-Identifier: MIT
//
// memory - Vulkan's buffers in memory that another API can use, too.

#ifndef VULKAN_MEMORY_H
#define VULKAN_MEMORY_H

#include "device.h"

// A buffer of Vulkan that a shader reads and writes, and that is copied from and to.
typedef struct {
    VkBuffer buffer;
    VkDeviceMemory memory;
    size_t bytes;    // of the memory: those of the buffer, or a few more
    void *host;      // where the host finds the same bytes; NULL in memory of the device
    void *block;     // host memory of our own, which `host` is part of
} vulkan_buffer;

// Memory of Vulkan that the host can reach.
vulkan_buffer vulkan_buffer_for_host(const vulkan_device *v, size_t bytes);

// Memory of the host, which Vulkan takes as its own (VK_EXT_external_memory_host).
vulkan_buffer vulkan_buffer_of_host(const vulkan_device *v, size_t bytes);

// Memory of the device, which the host cannot reach.
vulkan_buffer vulkan_buffer_on_device(const vulkan_device *v, size_t bytes);

// Memory of the device.  *fd becomes a file descriptor that stands for it
// (VK_KHR_external_memory_fd).  Who imports it, closes it.
vulkan_buffer vulkan_buffer_with_fd(const vulkan_device *v, size_t bytes, int *fd);

void vulkan_release_buffer(const vulkan_device *v, vulkan_buffer *b);

// The file descriptor of memory that was allocated to be exported as one.
int vulkan_export(const vulkan_device *v, VkDeviceMemory memory);

#endif
