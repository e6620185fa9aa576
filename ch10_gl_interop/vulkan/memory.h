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
    size_t bytes;         // of the memory: those of the buffer, or a few more
    void *host;           // where the host finds the same bytes; NULL in memory of the device
    void *block;          // host memory of our own, which `host` is part of
    bool is_dedicated;    // the driver wants the memory for this buffer alone
} vulkan_buffer;

// Whether such a buffer can have memory of this kind, that others import
// (VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) or have made (..._IMPORTABLE_BIT).
bool vulkan_shares_buffers(const vulkan_device *v, VkExternalMemoryHandleTypeFlagBits kind,
                           VkExternalMemoryFeatureFlagBits how);

// Memory of Vulkan that the host can reach.
vulkan_buffer vulkan_buffer_for_host(const vulkan_device *v, size_t bytes);

// Memory of the host, which Vulkan takes as its own (VK_EXT_external_memory_host).
vulkan_buffer vulkan_buffer_of_host(const vulkan_device *v, size_t bytes);

// Memory of the device, which the host cannot reach.
vulkan_buffer vulkan_buffer_on_device(const vulkan_device *v, size_t bytes);

// Memory of the device that can be exported as a file descriptor (VK_KHR_external_memory_fd).
vulkan_buffer vulkan_buffer_to_export(const vulkan_device *v, size_t bytes);

// Memory that is exported already: *fd stands for it.  Who imports the file descriptor, closes it.
vulkan_buffer vulkan_buffer_with_fd(const vulkan_device *v, size_t bytes, int *fd);

// Vulkan writes the bytes into a buffer that other APIs have, too, and gives it to them.  Returns
// when it is done.
void vulkan_write_for_others(const vulkan_device *v, const vulkan_buffer *b, const void *data,
                             size_t bytes);

// Vulkan takes the buffer back from the other APIs, which have finished, and reads its bytes.
void vulkan_read_from_others(const vulkan_device *v, const vulkan_buffer *b, void *data,
                             size_t bytes);

void vulkan_release_buffer(const vulkan_device *v, vulkan_buffer *b);

// The file descriptor of memory that was allocated to be exported as one.
int vulkan_export(const vulkan_device *v, VkDeviceMemory memory);

#endif
