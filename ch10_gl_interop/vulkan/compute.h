// SPDX-License-Identifier: MIT
//
// compute - a shader that computes, and its launch.
//
// None of this has to do with sharing.

#ifndef VULKAN_COMPUTE_H
#define VULKAN_COMPUTE_H

#include "vk.h"

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
