// SPDX-License-Identifier: MIT

#include "instance.h"

VkInstance vulkan_open(vulkan_names extensions)
{
    if (!vulkan_load()) return VK_NULL_HANDLE;
    const VkApplicationInfo application = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                            .pApplicationName = "opencl-samples",
                                            .apiVersion = VK_API_VERSION_1_1 };
    const VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application,
                                        .enabledExtensionCount = extensions.count,
                                        .ppEnabledExtensionNames = extensions.all };
    VkInstance instance;
    const VkResult result = vkCreateInstance(&info, NULL, &instance);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) return VK_NULL_HANDLE;    // no driver, or a 1.0 one
    VULKAN_CHECK(result);
    return instance;
}

VkPhysicalDevice *vulkan_devices(VkInstance instance, uint32_t *count)
{
    *count = 0;
    VULKAN_CHECK(vkEnumeratePhysicalDevices(instance, count, NULL));
    if (*count == 0) return NULL;
    VkPhysicalDevice *devices = ocl_alloc(*count * sizeof *devices);
    VULKAN_CHECK(vkEnumeratePhysicalDevices(instance, count, devices));
    return devices;
}
