// SPDX-License-Identifier: MIT

#include "functions.h"
#include "internal.h"

static const VkImageSubresourceRange WHOLE = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                                               .levelCount = 1,
                                               .layerCount = 1 };

static VkImageTiling tiling(const vulkan_image_kind *kind)
{
    return kind->is_linear ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL;
}

static void require_kind(const vulkan_device *v, const vulkan_image_kind *kind)
{
    const VkPhysicalDeviceExternalImageFormatInfo exported = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT
    };
    const VkPhysicalDeviceImageFormatInfo2 wanted = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
        .pNext = kind->is_exported ? &exported : NULL,
        .format = kind->format,
        .type = VK_IMAGE_TYPE_2D,
        .tiling = tiling(kind),
        .usage = kind->usage
    };
    VkExternalImageFormatProperties can = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES
    };
    VkImageFormatProperties2 has = { .sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2,
                                     .pNext = kind->is_exported ? &can : NULL };
    const VkResult result = vkGetPhysicalDeviceImageFormatProperties2(v->physical, &wanted, &has);
    const VkExternalMemoryFeatureFlags features =
        can.externalMemoryProperties.externalMemoryFeatures;
    const VkExtent3D most = has.imageFormatProperties.maxExtent;
    if (result != VK_SUCCESS || kind->width > most.width || kind->height > most.height ||
        (kind->is_exported && !(features & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT)))
        ocl_exit(OCL_EXIT_SKIP, "the Vulkan device has no %s image of %zu x %zu pixels, format %d",
                 kind->is_exported ? "exported" : "such", kind->width, kind->height,
                 (int)kind->format);
}

// Some drivers want an allocation that belongs to the image alone: a dedicated one.
static void allocate(const vulkan_device *v, vulkan_image *i)
{
    const VkImageMemoryRequirementsInfo2 which = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, .image = i->image
    };
    VkMemoryDedicatedRequirements alone = { .sType =
                                                VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS };
    VkMemoryRequirements2 needs = { .sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
                                    .pNext = &alone };
    vkGetImageMemoryRequirements2(v->device, &which, &needs);
    const VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .image = i->image
    };
    const void *next = alone.requiresDedicatedAllocation ? &dedicated : NULL;
    const VkExportMemoryAllocateInfo exported = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .pNext = next,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT
    };
    const VkMemoryAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .pNext = i->kind.is_exported ? &exported : next,
                                        .allocationSize = needs.memoryRequirements.size,
                                        .memoryTypeIndex = vulkan_memory_type(
                                            v, needs.memoryRequirements.memoryTypeBits,
                                            VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0) };
    VULKAN_CHECK(vkAllocateMemory(v->device, &info, NULL, &i->memory));
    VULKAN_CHECK(vkBindImageMemory(v->device, i->image, i->memory, 0));
}

vulkan_image vulkan_create_image(const vulkan_device *v, const vulkan_image_kind *kind)
{
    vulkan_image i = { .kind = *kind };
    require_kind(v, kind);
    const VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT
    };
    const VkImageCreateInfo info = { .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                     .pNext = kind->is_exported ? &external : NULL,
                                     .imageType = VK_IMAGE_TYPE_2D,
                                     .format = kind->format,
                                     .extent = { (uint32_t)kind->width, (uint32_t)kind->height, 1 },
                                     .mipLevels = 1,
                                     .arrayLayers = 1,
                                     .samples = VK_SAMPLE_COUNT_1_BIT,
                                     .tiling = tiling(kind),
                                     .usage = kind->usage };
    VULKAN_CHECK(vkCreateImage(v->device, &info, NULL, &i.image));
    allocate(v, &i);
    const VkImageViewCreateInfo view = { .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                         .image = i.image,
                                         .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                         .format = kind->format,
                                         .subresourceRange = WHOLE };
    VULKAN_CHECK(vkCreateImageView(v->device, &view, NULL, &i.view));
    if (kind->is_linear) {
        const VkImageSubresource first = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT };
        VkSubresourceLayout layout;
        vkGetImageSubresourceLayout(v->device, i.image, &first, &layout);
        i.row_pitch = (size_t)layout.rowPitch;
    }
    return i;
}

void vulkan_release_image(const vulkan_device *v, vulkan_image *i)
{
    vkDestroyImageView(v->device, i->view, NULL);
    vkDestroyImage(v->device, i->image, NULL);
    vkFreeMemory(v->device, i->memory, NULL);
}

void vulkan_image_barrier(VkCommandBuffer commands, const vulkan_image *i, vulkan_use before,
                          vulkan_use after)
{
    const VkPipelineStageFlags any = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkImageMemoryBarrier barrier = { .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                           .srcAccessMask = before.access,
                                           .dstAccessMask = after.access,
                                           .oldLayout = before.is_new ? VK_IMAGE_LAYOUT_UNDEFINED
                                                                      : VK_IMAGE_LAYOUT_GENERAL,
                                           .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                           .srcQueueFamilyIndex = before.family,
                                           .dstQueueFamilyIndex = after.family,
                                           .image = i->image,
                                           .subresourceRange = WHOLE };
    vkCmdPipelineBarrier(commands, any, any, 0, 0, NULL, 0, NULL, 1, &barrier);
}
