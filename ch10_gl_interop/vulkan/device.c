// SPDX-License-Identifier: MIT

#include "functions.h"
#include "instance.h"
#include "internal.h"
#include "shared/window/view.h"

// For all ways: vk.h.
static const char *const EXTENSIONS[] = { "VK_EXT_external_memory_host",
                                          "VK_KHR_external_memory_fd",
                                          "VK_KHR_external_semaphore_fd",
                                          VK_KHR_SWAPCHAIN_EXTENSION_NAME };    // for windows
enum { EXTENSION_COUNT = sizeof EXTENSIONS / sizeof *EXTENSIONS };

static VkPhysicalDeviceIDProperties id_of(VkPhysicalDevice device)
{
    VkPhysicalDeviceIDProperties id = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        .pNext = &id };
    vkGetPhysicalDeviceProperties2(device, &all);
    return id;
}

static bool is_same_device(cl_device_id opencl, VkPhysicalDevice device)
{
    if (ocl_device_version(opencl) < 31 && !ocl_has_extension(opencl, "cl_khr_device_uuid"))
        return false;
    cl_uchar of_device[VK_UUID_SIZE], of_driver[VK_UUID_SIZE];
    OCL_CHECK(clGetDeviceInfo(opencl, CL_DEVICE_UUID_KHR, sizeof of_device, of_device, NULL));
    OCL_CHECK(clGetDeviceInfo(opencl, CL_DRIVER_UUID_KHR, sizeof of_driver, of_driver, NULL));
    const VkPhysicalDeviceIDProperties id = id_of(device);
    if (memcmp(of_device, id.deviceUUID, VK_UUID_SIZE) != 0) return false;
    if (ocl_known_fault(opencl, "the UUID of the driver")) return true;
    return memcmp(of_driver, id.driverUUID, VK_UUID_SIZE) == 0;
}

// 3: the same device; 2: of the same type; 1: another one; 0: too old.
static int liking_for(cl_device_id opencl, VkPhysicalDevice device)
{
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    if (properties.apiVersion < VK_API_VERSION_1_1) return 0;
    if (is_same_device(opencl, device)) return 3;
    const bool is_cpu = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    return is_cpu == (strcmp(ocl_type_name(opencl), "cpu") == 0) ? 2 : 1;
}

static int choose_device(vulkan_device *v, cl_device_id opencl)
{
    uint32_t count;
    VkPhysicalDevice *devices = vulkan_devices(v->instance, &count);
    int most = 0;
    for (uint32_t k = 0; k < count; k++) {
        const int liking = liking_for(opencl, devices[k]);
        if (liking > most) {
            v->physical = devices[k];
            most = liking;
        }
    }
    free(devices);
    return most;
}

static uint32_t find_family(VkPhysicalDevice device, VkQueueFlags work)
{
    uint32_t count = 0, family = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, NULL);
    VkQueueFamilyProperties *families = ocl_alloc(count * sizeof *families);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
    while (family < count && (families[family].queueFlags & work) != work)
        family++;
    free(families);
    if (family == count)
        ocl_exit(OCL_EXIT_SKIP, "the Vulkan device has no queue that %s",
                 work & VK_QUEUE_GRAPHICS_BIT ? "draws" : "computes");
    return family;
}

static void open_queue(vulkan_device *v, VkQueueFlags work, bool shows)
{
    const char *enabled[EXTENSION_COUNT];
    uint32_t count = 0;
    for (int k = 0; k < (shows ? EXTENSION_COUNT : EXTENSION_COUNT - 1); k++)
        if (vulkan_has_extension(v, EXTENSIONS[k])) enabled[count++] = EXTENSIONS[k];
    const float priority = 1;
    v->family = find_family(v->physical, work);
    const VkDeviceQueueCreateInfo queue = { .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                            .queueFamilyIndex = v->family,
                                            .queueCount = 1,
                                            .pQueuePriorities = &priority };
    const VkDeviceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                      .queueCreateInfoCount = 1,
                                      .pQueueCreateInfos = &queue,
                                      .enabledExtensionCount = count,
                                      .ppEnabledExtensionNames = enabled };
    VULKAN_CHECK(vkCreateDevice(v->physical, &info, NULL, &v->device));
    vkGetDeviceQueue(v->device, v->family, 0, &v->queue);
    const VkCommandPoolCreateInfo pool = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                           .queueFamilyIndex = v->family };
    VULKAN_CHECK(vkCreateCommandPool(v->device, &pool, NULL, &v->pool));
}

// Oclgrind and lavapipe cannot draw in one process, because each has an LLVM of its own.
static void require_one_llvm(const vulkan_device *v, cl_device_id opencl)
{
    const char *fault = ocl_known_fault(opencl, "llvmpipe in one process");
    if (fault && strstr(v->properties.deviceName, "llvmpipe"))
        ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
}

const char *vulkan_try_device(vulkan_device *v, cl_device_id opencl, VkQueueFlags work, bool shows)
{
    *v = (vulkan_device){ 0 };
    if (!vulkan_load()) return "libvulkan.so.1 is missing: install libvulkan1";
    vulkan_names for_windows = { 0 };
    if (shows) for_windows.all = view_vulkan_extensions(&for_windows.count);
    v->instance = vulkan_open(for_windows);
    const int liking = v->instance ? choose_device(v, opencl) : 0;
    if (liking == 0) {
        if (v->instance) vkDestroyInstance(v->instance, NULL);
        return "no device of Vulkan 1.1: install mesa-vulkan-drivers, or the driver of the GPU";
    }
    const VkPhysicalDeviceIDProperties id = id_of(v->physical);
    memcpy(v->uuid, id.deviceUUID, VK_UUID_SIZE);
    v->is_same = liking == 3;
    vkGetPhysicalDeviceProperties(v->physical, &v->properties);
    if (work & VK_QUEUE_GRAPHICS_BIT) require_one_llvm(v, opencl);
    open_queue(v, work, shows);
    return NULL;
}

vulkan_device vulkan_open_device(cl_device_id opencl, VkQueueFlags work, bool shows)
{
    vulkan_device v;
    const char *lacks = vulkan_try_device(&v, opencl, work, shows);
    if (lacks) ocl_exit(OCL_EXIT_SKIP, "%s", lacks);
    return v;
}

void vulkan_close_device(vulkan_device *v)
{
    if (!v->device) return;
    vkDestroyCommandPool(v->device, v->pool, NULL);
    vkDestroyDevice(v->device, NULL);
    vkDestroyInstance(v->instance, NULL);
}

bool vulkan_has_extension(const vulkan_device *v, const char *name)
{
    uint32_t count = 0;
    VULKAN_CHECK(vkEnumerateDeviceExtensionProperties(v->physical, NULL, &count, NULL));
    VkExtensionProperties *all = ocl_alloc((count + 1) * sizeof *all);
    VULKAN_CHECK(vkEnumerateDeviceExtensionProperties(v->physical, NULL, &count, all));
    bool has = false;
    for (uint32_t k = 0; k < count; k++)
        has |= strcmp(all[k].extensionName, name) == 0;
    free(all);
    return has;
}

PFN_vkVoidFunction vulkan_function(const vulkan_device *v, const char *name)
{
    const PFN_vkVoidFunction function = vkGetDeviceProcAddr(v->device, name);
    if (!function) ocl_exit(OCL_EXIT_CALL, "vkGetDeviceProcAddr gives no %s", name);
    return function;
}

uint32_t vulkan_memory_type(const vulkan_device *v, uint32_t allowed, VkMemoryPropertyFlags wanted,
                            VkMemoryPropertyFlags liked)
{
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(v->physical, &memory);
    const VkMemoryPropertyFlags tries[] = { wanted | liked, wanted };
    for (int t = 0; t < 2; t++)
        for (uint32_t k = 0; k < memory.memoryTypeCount; k++)
            if (allowed >> k & 1 && (memory.memoryTypes[k].propertyFlags & tries[t]) == tries[t])
                return k;
    ocl_exit(OCL_EXIT_SKIP, "the Vulkan device has no memory with the properties 0x%x",
             (unsigned)wanted);
}

VkCommandBuffer vulkan_begin(const vulkan_device *v)
{
    const VkCommandBufferAllocateInfo one = { .sType =
                                                  VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = v->pool,
                                              .commandBufferCount = 1 };
    const VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                             .flags =
                                                 VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT };
    VkCommandBuffer commands;
    VULKAN_CHECK(vkAllocateCommandBuffers(v->device, &one, &commands));
    VULKAN_CHECK(vkBeginCommandBuffer(commands, &begin));
    return commands;
}

void vulkan_submit(const vulkan_device *v, VkCommandBuffer commands, VkSemaphore wait,
                   VkSemaphore signal)
{
    const VkPipelineStageFlags any = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkSubmitInfo info = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                .waitSemaphoreCount = wait ? 1 : 0,
                                .pWaitSemaphores = &wait,
                                .pWaitDstStageMask = &any,
                                .commandBufferCount = 1,
                                .pCommandBuffers = &commands,
                                .signalSemaphoreCount = signal ? 1 : 0,
                                .pSignalSemaphores = &signal };
    VULKAN_CHECK(vkQueueSubmit(v->queue, 1, &info, VK_NULL_HANDLE));
}

void vulkan_finish(const vulkan_device *v)
{
    VULKAN_CHECK(vkQueueWaitIdle(v->queue));
}

void vulkan_run(const vulkan_device *v, VkCommandBuffer commands)
{
    vulkan_submit(v, commands, VK_NULL_HANDLE, VK_NULL_HANDLE);
    vulkan_finish(v);
}
