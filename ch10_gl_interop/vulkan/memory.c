// SPDX-License-Identifier: MIT

#include "functions.h"
#include "internal.h"

// Of all buffers.
static const VkBufferUsageFlags USAGE = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT;

bool vulkan_shares_buffers(const vulkan_device *v, VkExternalMemoryHandleTypeFlagBits kind,
                           VkExternalMemoryFeatureFlagBits how)
{
    const VkPhysicalDeviceExternalBufferInfo wanted = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
        .usage = USAGE,
        .handleType = kind
    };
    VkExternalBufferProperties can = { .sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES };
    vkGetPhysicalDeviceExternalBufferProperties(v->physical, &wanted, &can);
    return can.externalMemoryProperties.externalMemoryFeatures & how;
}

// Some drivers want an allocation that belongs to an exported buffer alone: a dedicated one.
static VkMemoryRequirements create_buffer(const vulkan_device *v, vulkan_buffer *b, size_t bytes,
                                          VkExternalMemoryHandleTypeFlags kind)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO, .handleTypes = kind
    };
    const VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                      .pNext = kind ? &external : NULL,
                                      .size = bytes,
                                      .usage = USAGE,
                                      .sharingMode = VK_SHARING_MODE_EXCLUSIVE };
    VULKAN_CHECK(vkCreateBuffer(v->device, &info, NULL, &b->buffer));
    const VkBufferMemoryRequirementsInfo2 which = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, .buffer = b->buffer
    };
    VkMemoryDedicatedRequirements alone = { .sType =
                                                VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS };
    VkMemoryRequirements2 needs = { .sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
                                    .pNext = &alone };
    vkGetBufferMemoryRequirements2(v->device, &which, &needs);
    b->is_dedicated = alone.requiresDedicatedAllocation;
    return needs.memoryRequirements;
}

// `next` says what is special about this memory.
static void allocate(const vulkan_device *v, vulkan_buffer *b, const void *next, VkDeviceSize size,
                     uint32_t type)
{
    b->bytes = (size_t)size;
    const VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .pNext = next,
        .buffer = b->buffer
    };
    const VkMemoryAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .pNext = b->is_dedicated ? &dedicated : next,
                                        .allocationSize = size,
                                        .memoryTypeIndex = type };
    VULKAN_CHECK(vkAllocateMemory(v->device, &info, NULL, &b->memory));
    VULKAN_CHECK(vkBindBufferMemory(v->device, b->buffer, b->memory, 0));
}

vulkan_buffer vulkan_buffer_for_host(const vulkan_device *v, size_t bytes)
{
    vulkan_buffer b = { .host = NULL };
    const VkMemoryRequirements needs = create_buffer(v, &b, bytes, 0);
    const uint32_t type = vulkan_memory_type(v, needs.memoryTypeBits,
                                             VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                 VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                                             VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
    allocate(v, &b, NULL, needs.size, type);
    VULKAN_CHECK(vkMapMemory(v->device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.host));
    return b;
}

vulkan_buffer vulkan_buffer_on_device(const vulkan_device *v, size_t bytes)
{
    vulkan_buffer b = { .host = NULL };
    const VkMemoryRequirements needs = create_buffer(v, &b, bytes, 0);
    const uint32_t type =
        vulkan_memory_type(v, needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0);
    allocate(v, &b, NULL, needs.size, type);
    return b;
}

// The address and the size of imported memory are multiples of this.
static size_t import_alignment(const vulkan_device *v)
{
    VkPhysicalDeviceExternalMemoryHostPropertiesEXT limits = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT
    };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        .pNext = &limits };
    vkGetPhysicalDeviceProperties2(v->physical, &all);
    return (size_t)limits.minImportedHostPointerAlignment;
}

vulkan_buffer vulkan_buffer_of_host(const vulkan_device *v, size_t bytes)
{
    const VkExternalMemoryHandleTypeFlagBits kind =
        VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    vulkan_buffer b = { .host = NULL };
    const VkMemoryRequirements needs = create_buffer(v, &b, bytes, kind);
    const size_t alignment = import_alignment(v);
    const size_t size = ocl_round_up((size_t)needs.size, alignment);
    b.block = ocl_alloc(size + alignment);
    b.host = (char *)b.block + (alignment - (uintptr_t)b.block % alignment) % alignment;

    const PFN_vkGetMemoryHostPointerPropertiesEXT ask =
        (PFN_vkGetMemoryHostPointerPropertiesEXT)vulkan_function(
            v, "vkGetMemoryHostPointerPropertiesEXT");
    VkMemoryHostPointerPropertiesEXT can = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT
    };
    VULKAN_CHECK(ask(v->device, kind, b.host, &can));
    const uint32_t type = vulkan_memory_type(v, needs.memoryTypeBits & can.memoryTypeBits,
                                             VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, 0);
    const VkImportMemoryHostPointerInfoEXT import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
        .handleType = kind,
        .pHostPointer = b.host
    };
    allocate(v, &b, &import, size, type);
    return b;
}

vulkan_buffer vulkan_buffer_to_export(const vulkan_device *v, size_t bytes)
{
    const VkExternalMemoryHandleTypeFlagBits kind = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    vulkan_buffer b = { .host = NULL };
    const VkMemoryRequirements needs = create_buffer(v, &b, bytes, kind);
    const uint32_t type =
        vulkan_memory_type(v, needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0);
    const VkExportMemoryAllocateInfo exported = { .sType =
                                                      VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                                  .handleTypes = kind };
    allocate(v, &b, &exported, needs.size, type);
    return b;
}

void vulkan_write_for_others(const vulkan_device *v, const vulkan_buffer *b, const void *data,
                             size_t bytes)
{
    const VkPipelineStageFlags any = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkBufferMemoryBarrier give = { .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                         .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                         .srcQueueFamilyIndex = v->family,
                                         .dstQueueFamilyIndex = VK_QUEUE_FAMILY_EXTERNAL,
                                         .buffer = b->buffer,
                                         .size = VK_WHOLE_SIZE };
    const VkBufferCopy all = { .size = bytes };
    vulkan_buffer from = vulkan_buffer_for_host(v, bytes);
    memcpy(from.host, data, bytes);
    VkCommandBuffer commands = vulkan_begin(v);
    vkCmdCopyBuffer(commands, from.buffer, b->buffer, 1, &all);
    vkCmdPipelineBarrier(commands, any, any, 0, 0, NULL, 1, &give, 0, NULL);
    VULKAN_CHECK(vkEndCommandBuffer(commands));
    vulkan_run(v, commands);
    vkFreeCommandBuffers(v->device, v->pool, 1, &commands);
    vulkan_release_buffer(v, &from);
}

void vulkan_read_from_others(const vulkan_device *v, const vulkan_buffer *b, void *data,
                             size_t bytes)
{
    const VkPipelineStageFlags any = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkBufferMemoryBarrier take = { .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                         .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT,
                                         .srcQueueFamilyIndex = VK_QUEUE_FAMILY_EXTERNAL,
                                         .dstQueueFamilyIndex = v->family,
                                         .buffer = b->buffer,
                                         .size = VK_WHOLE_SIZE };
    const VkMemoryBarrier to_host = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                      .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                      .dstAccessMask = VK_ACCESS_HOST_READ_BIT };
    const VkBufferCopy all = { .size = bytes };
    vulkan_buffer into = vulkan_buffer_for_host(v, bytes);
    VkCommandBuffer commands = vulkan_begin(v);
    vkCmdPipelineBarrier(commands, any, any, 0, 0, NULL, 1, &take, 0, NULL);
    vkCmdCopyBuffer(commands, b->buffer, into.buffer, 1, &all);
    vkCmdPipelineBarrier(commands, any, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0, NULL, 0,
                         NULL);
    VULKAN_CHECK(vkEndCommandBuffer(commands));
    vulkan_run(v, commands);
    memcpy(data, into.host, bytes);
    vkFreeCommandBuffers(v->device, v->pool, 1, &commands);
    vulkan_release_buffer(v, &into);
}

void vulkan_release_buffer(const vulkan_device *v, vulkan_buffer *b)
{
    vkDestroyBuffer(v->device, b->buffer, NULL);
    vkFreeMemory(v->device, b->memory, NULL);
    free(b->block);
}

int vulkan_export(const vulkan_device *v, VkDeviceMemory memory)
{
    const PFN_vkGetMemoryFdKHR export_memory =
        (PFN_vkGetMemoryFdKHR)vulkan_function(v, "vkGetMemoryFdKHR");
    const VkMemoryGetFdInfoKHR which = { .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                         .memory = memory,
                                         .handleType =
                                             VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    int fd;
    VULKAN_CHECK(export_memory(v->device, &which, &fd));
    return fd;
}
