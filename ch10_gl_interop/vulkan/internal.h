// SPDX-License-Identifier: MIT
//
// internal - what the files of this folder need from one another.

#ifndef CH10_VULKAN_INTERNAL_H
#define CH10_VULKAN_INTERNAL_H

#include "vk.h"

// The number of a memory type that is one of `allowed` (a bit each) and has the properties
// `wanted`, and those of `liked` where there is such a type.  Without one the program ends with
// OCL_EXIT_SKIP.
uint32_t vulkan_memory_type(const vulkan_device *v, uint32_t allowed, VkMemoryPropertyFlags wanted,
                            VkMemoryPropertyFlags liked);

// Whether a vulkan_buffer can have memory of this kind, that others import
// (VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) or have made (..._IMPORTABLE_BIT).
bool vulkan_shares_buffers(const vulkan_device *v, VkExternalMemoryHandleTypeFlagBits kind,
                           VkExternalMemoryFeatureFlagBits how);

#endif
