// SPDX-License-Identifier: MIT
//
// instance - a Vulkan instance, and its devices.

#ifndef VULKAN_INSTANCE_H
#define VULKAN_INSTANCE_H

#include "functions.h"
#include "vk.h"

// Names of extensions.
typedef struct {
    uint32_t count;
    const char *const *all;
} vulkan_names;

// An instance of Vulkan 1.1 with these extensions; VK_NULL_HANDLE where there is no libvulkan.so.1
// or no driver of this version.  Destroy it with vkDestroyInstance.
VkInstance vulkan_open(vulkan_names extensions);

// All devices of the instance, malloc'ed (NULL when there are none), and their number.
VkPhysicalDevice *vulkan_devices(VkInstance instance, uint32_t *count);

#endif
