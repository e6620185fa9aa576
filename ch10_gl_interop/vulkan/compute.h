// SPDX-License-Identifier: MIT
//
// compute - what every Vulkan program that computes begins with: a device, a queue, a shader.
//
// None of this has to do with sharing.

#ifndef VULKAN_COMPUTE_H
#define VULKAN_COMPUTE_H

#include "instance.h"

// A device with one queue that computes.
typedef struct {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    bool is_same;    // its device and its driver have the UUIDs of the OpenCL device
    VkDevice device;
    uint32_t family;    // of the queue
    VkQueue queue;
    VkCommandPool pool;
} vulkan_device;

// Opens the Vulkan device that is the same as the OpenCL device; else one of the same type (CPU or
// GPU); else the first one.  Enables those of the extensions (ended by NULL) that it has.  Without
// any device the program ends with OCL_EXIT_SKIP and names the package.
vulkan_device vulkan_open_device(cl_device_id opencl, const char *const *extensions);
void vulkan_close_device(vulkan_device *v);

// Whether the device has the extension.
bool vulkan_has_extension(const vulkan_device *v, const char *name);

// The address of a function of an extension that was enabled.  Without one the program ends with
// OCL_EXIT_CALL.
PFN_vkVoidFunction vulkan_function(const vulkan_device *v, const char *name);

// The number of a memory type that is one of `allowed` (a bit each) and has the properties
// `wanted`, and those of `liked` where there is such a type.  Without one the program ends with
// OCL_EXIT_SKIP.
uint32_t vulkan_memory_type(const vulkan_device *v, uint32_t allowed, VkMemoryPropertyFlags wanted,
                            VkMemoryPropertyFlags liked);

// A compute shader that works on one buffer: descriptor set 0, binding 0.  A cl_uint is its push
// constant.
typedef struct {
    VkShaderModule module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
} vulkan_shader;

// From the words of a SPIR-V module whose entry point is "main".
vulkan_shader vulkan_build(const vulkan_device *v, const uint32_t *words, size_t bytes);
void vulkan_release_shader(const vulkan_device *v, vulkan_shader *shader);

// One launch as a list of commands, which may be submitted again while it runs: so many groups of
// the shader, with n as its push constant.  Barriers say whose the buffer is: if it is_foreign, it
// comes from another API and goes back there; else the host reads it afterwards.  The list lives as
// long as the device.
typedef struct {
    VkBuffer buffer;
    bool is_foreign;
    cl_uint n;
    size_t groups;
} vulkan_launch;
VkCommandBuffer vulkan_record(const vulkan_device *v, const vulkan_shader *shader,
                              const vulkan_launch *launch);

#endif
