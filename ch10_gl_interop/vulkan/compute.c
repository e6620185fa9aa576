// SPDX-License-Identifier: MIT

#include "compute.h"

enum { MAX_EXTENSIONS = 8 };

// --- the device

static bool is_same_device(cl_device_id opencl, VkPhysicalDevice device)
{
    VkPhysicalDeviceIDProperties id = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        .pNext = &id };
    if (ocl_device_version(opencl) < 31 && !ocl_has_extension(opencl, "cl_khr_device_uuid"))
        return false;
    cl_uchar of_device[VK_UUID_SIZE], of_driver[VK_UUID_SIZE];
    OCL_CHECK(clGetDeviceInfo(opencl, CL_DEVICE_UUID_KHR, sizeof of_device, of_device, NULL));
    OCL_CHECK(clGetDeviceInfo(opencl, CL_DRIVER_UUID_KHR, sizeof of_driver, of_driver, NULL));
    vkGetPhysicalDeviceProperties2(device, &all);
    if (memcmp(of_device, id.deviceUUID, VK_UUID_SIZE) != 0) return false;
    // NVIDIA's OpenCL gives the device's UUID as the driver's.
    if (ocl_known_platform(opencl) & OCL_NVIDIA) return true;
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

static uint32_t find_compute_family(VkPhysicalDevice device)
{
    uint32_t count = 0, family = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, NULL);
    VkQueueFamilyProperties *families = ocl_alloc(count * sizeof *families);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
    while (family < count && !(families[family].queueFlags & VK_QUEUE_COMPUTE_BIT))
        family++;
    free(families);
    if (family == count) ocl_exit(OCL_EXIT_SKIP, "the Vulkan device has no queue that computes");
    return family;
}

static void open_queue(vulkan_device *v, const char *const *extensions)
{
    const char *enabled[MAX_EXTENSIONS];
    uint32_t count = 0;
    for (; *extensions && count < MAX_EXTENSIONS; extensions++)
        if (vulkan_has_extension(v, *extensions)) enabled[count++] = *extensions;
    const float priority = 1;
    v->family = find_compute_family(v->physical);
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

vulkan_device vulkan_open_device(cl_device_id opencl, const char *const *extensions)
{
    vulkan_device v = { .instance = vulkan_open() };
    const int liking = v.instance ? choose_device(&v, opencl) : 0;
    if (liking == 0)
        ocl_exit(OCL_EXIT_SKIP, "no device of Vulkan 1.1: install mesa-vulkan-drivers, or the "
                                "driver of the GPU");
    v.is_same = liking == 3;
    vkGetPhysicalDeviceProperties(v.physical, &v.properties);
    open_queue(&v, extensions);
    return v;
}

void vulkan_close_device(vulkan_device *v)
{
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

// --- the shader

static void create_set(const vulkan_device *v, vulkan_shader *shader)
{
    const VkDescriptorPoolSize size = { .type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .descriptorCount = 1 };
    const VkDescriptorPoolCreateInfo pool = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .maxSets = 1,
                                              .poolSizeCount = 1,
                                              .pPoolSizes = &size };
    VULKAN_CHECK(vkCreateDescriptorPool(v->device, &pool, NULL, &shader->pool));
    const VkDescriptorSetAllocateInfo set = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = shader->pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &shader->set_layout };
    VULKAN_CHECK(vkAllocateDescriptorSets(v->device, &set, &shader->set));
}

static void create_layouts(const vulkan_device *v, vulkan_shader *shader)
{
    const VkDescriptorSetLayoutBinding binding = { .binding = 0,
                                                   .descriptorType =
                                                       VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                   .descriptorCount = 1,
                                                   .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT };
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1,
        .pBindings = &binding
    };
    VULKAN_CHECK(vkCreateDescriptorSetLayout(v->device, &set, NULL, &shader->set_layout));
    const VkPushConstantRange constant = { .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                           .size = sizeof(cl_uint) };
    const VkPipelineLayoutCreateInfo layout = { .sType =
                                                    VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                .setLayoutCount = 1,
                                                .pSetLayouts = &shader->set_layout,
                                                .pushConstantRangeCount = 1,
                                                .pPushConstantRanges = &constant };
    VULKAN_CHECK(vkCreatePipelineLayout(v->device, &layout, NULL, &shader->layout));
}

vulkan_shader vulkan_build(const vulkan_device *v, const uint32_t *words, size_t bytes)
{
    vulkan_shader shader = { 0 };
    const VkShaderModuleCreateInfo module = { .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                              .codeSize = bytes,
                                              .pCode = words };
    VULKAN_CHECK(vkCreateShaderModule(v->device, &module, NULL, &shader.module));
    create_layouts(v, &shader);
    const VkComputePipelineCreateInfo pipeline = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = { .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                   .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                   .module = shader.module,
                   .pName = "main" },
        .layout = shader.layout
    };
    VULKAN_CHECK(
        vkCreateComputePipelines(v->device, VK_NULL_HANDLE, 1, &pipeline, NULL, &shader.pipeline));
    create_set(v, &shader);
    return shader;
}

static void set_buffer(const vulkan_device *v, const vulkan_shader *shader, VkBuffer buffer)
{
    const VkDescriptorBufferInfo whole = { .buffer = buffer, .range = VK_WHOLE_SIZE };
    const VkWriteDescriptorSet write = { .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                         .dstSet = shader->set,
                                         .descriptorCount = 1,
                                         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                         .pBufferInfo = &whole };
    vkUpdateDescriptorSets(v->device, 1, &write, 0, NULL);
}

VkCommandBuffer vulkan_record(const vulkan_device *v, const vulkan_shader *shader,
                              const vulkan_launch *launch)
{
    const VkPipelineStageFlags computing = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    const VkPipelineStageFlags any = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkBufferMemoryBarrier take = { .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                         .dstAccessMask =
                                             VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
                                         .srcQueueFamilyIndex = VK_QUEUE_FAMILY_EXTERNAL,
                                         .dstQueueFamilyIndex = v->family,
                                         .buffer = launch->buffer,
                                         .size = VK_WHOLE_SIZE };
    const VkBufferMemoryBarrier give = { .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                         .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                         .srcQueueFamilyIndex = v->family,
                                         .dstQueueFamilyIndex = VK_QUEUE_FAMILY_EXTERNAL,
                                         .buffer = launch->buffer,
                                         .size = VK_WHOLE_SIZE };
    const VkMemoryBarrier to_host = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                      .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                      .dstAccessMask = VK_ACCESS_HOST_READ_BIT };
    const VkCommandBufferAllocateInfo one = { .sType =
                                                  VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = v->pool,
                                              .commandBufferCount = 1 };
    const VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                             .flags =
                                                 VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT };
    VkCommandBuffer commands;
    set_buffer(v, shader, launch->buffer);
    VULKAN_CHECK(vkAllocateCommandBuffers(v->device, &one, &commands));
    VULKAN_CHECK(vkBeginCommandBuffer(commands, &begin));
    if (launch->is_foreign)
        vkCmdPipelineBarrier(commands, any, computing, 0, 0, NULL, 1, &take, 0, NULL);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader->layout, 0, 1,
                            &shader->set, 0, NULL);
    vkCmdPushConstants(commands, shader->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof launch->n,
                       &launch->n);
    vkCmdDispatch(commands, (uint32_t)launch->groups, 1, 1);
    if (launch->is_foreign)
        vkCmdPipelineBarrier(commands, computing, any, 0, 0, NULL, 1, &give, 0, NULL);
    else
        vkCmdPipelineBarrier(commands, computing, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0,
                             NULL, 0, NULL);
    VULKAN_CHECK(vkEndCommandBuffer(commands));
    return commands;
}

void vulkan_release_shader(const vulkan_device *v, vulkan_shader *shader)
{
    vkDestroyDescriptorPool(v->device, shader->pool, NULL);
    vkDestroyPipeline(v->device, shader->pipeline, NULL);
    vkDestroyPipelineLayout(v->device, shader->layout, NULL);
    vkDestroyDescriptorSetLayout(v->device, shader->set_layout, NULL);
    vkDestroyShaderModule(v->device, shader->module, NULL);
}
