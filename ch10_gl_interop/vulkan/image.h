// SPDX-License-Identifier: MIT
//
// image - a two-dimensional image of Vulkan, with one view of all of it.

#ifndef VULKAN_IMAGE_H
#define VULKAN_IMAGE_H

#include "device.h"

typedef struct {
    size_t width, height;
    VkFormat format;
    VkImageUsageFlags usage;
    bool is_exported;    // its memory can be exported as a file descriptor: vulkan_export
    bool is_linear;      // its rows lie one after the other in memory
} vulkan_image_kind;

typedef struct {
    vulkan_image_kind kind;
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
    size_t row_pitch;    // of a linear image: bytes from row to row
} vulkan_image;

// In memory of the device.  A device that cannot have such an image ends the program with
// OCL_EXIT_SKIP.
vulkan_image vulkan_create_image(const vulkan_device *v, const vulkan_image_kind *kind);
void vulkan_release_image(const vulkan_device *v, vulkan_image *i);

// Who used the image before a barrier, and who uses it after it: a queue family and how it uses it.
// Images are always in the layout VK_IMAGE_LAYOUT_GENERAL, but their first barrier makes it so.
typedef struct {
    uint32_t family;    // VK_QUEUE_FAMILY_EXTERNAL: another API
    VkAccessFlags access;
    bool is_new;    // before: nobody; what is in the image gets lost
} vulkan_use;

// Adds the barrier to the list.
void vulkan_image_barrier(VkCommandBuffer commands, const vulkan_image *i, vulkan_use before,
                          vulkan_use after);

#endif
