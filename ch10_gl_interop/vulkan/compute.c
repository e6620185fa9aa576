// SPDX-License-Identifier: MIT

#include "compute.h"

#include "functions.h"

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
    set_buffer(v, shader, launch->buffer);
    const VkCommandBuffer commands = vulkan_begin(v);
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
