// SPDX-License-Identifier: MIT

#include "memory.h"

static VkMemoryRequirements create_buffer(const vulkan_device *v, vulkan_buffer *b, size_t bytes,
                                          VkExternalMemoryHandleTypeFlags kind)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO, .handleTypes = kind
    };
    const VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                      .pNext = kind ? &external : NULL,
                                      .size = bytes,
                                      .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                               VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                               VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                      .sharingMode = VK_SHARING_MODE_EXCLUSIVE };
    VULKAN_CHECK(vkCreateBuffer(v->device, &info, NULL, &b->buffer));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(v->device, b->buffer, &needs);
    return needs;
}

// `next` says what is special about this memory.
static void allocate(const vulkan_device *v, vulkan_buffer *b, const void *next, VkDeviceSize size,
                     uint32_t type)
{
    b->bytes = (size_t)size;
    const VkMemoryAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .pNext = next,
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

vulkan_buffer vulkan_buffer_with_fd(const vulkan_device *v, size_t bytes, int *fd)
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
    *fd = vulkan_export(v, b.memory);
    return b;
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
