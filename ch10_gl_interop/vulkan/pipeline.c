// SPDX-License-Identifier: MIT

#include "pipeline.h"

#include "functions.h"

static VkShaderModule build(const vulkan_device *v, spirv code)
{
    const VkShaderModuleCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                            .codeSize = code.bytes,
                                            .pCode = code.words };
    VkShaderModule module;
    VULKAN_CHECK(vkCreateShaderModule(v->device, &info, NULL, &module));
    return module;
}

static VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits which, VkShaderModule module)
{
    return (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = which,
        .module = module,
        .pName = "main"
    };
}

// Vulkan wants each of these: no vertex arrays, triangles, one viewport, all pixels inside, one
// sample, no blending.  Viewport and scissor change from tile to tile.
static VkPipeline create_graphics(const vulkan_device *v, const VkShaderModule modules[2],
                                  VkPipelineLayout layout, VkRenderPass pass)
{
    const VkPipelineShaderStageCreateInfo stages[] = {
        stage(VK_SHADER_STAGE_VERTEX_BIT, modules[0]),
        stage(VK_SHADER_STAGE_FRAGMENT_BIT, modules[1])
    };
    const VkPipelineVertexInputStateCreateInfo input = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO
    };
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
    };
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .scissorCount = 1
    };
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1
    };
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT
    };
    const VkPipelineColorBlendAttachmentState replace = {
        .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                          VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT
    };
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &replace
    };
    const VkDynamicState changing[] = { VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR };
    const VkPipelineDynamicStateCreateInfo dynamic = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = 2,
        .pDynamicStates = changing
    };
    const VkGraphicsPipelineCreateInfo info = { .sType =
                                                    VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                                .stageCount = 2,
                                                .pStages = stages,
                                                .pVertexInputState = &input,
                                                .pInputAssemblyState = &assembly,
                                                .pViewportState = &viewport,
                                                .pRasterizationState = &raster,
                                                .pMultisampleState = &samples,
                                                .pColorBlendState = &blend,
                                                .pDynamicState = &dynamic,
                                                .layout = layout,
                                                .renderPass = pass };
    VkPipeline pipeline;
    VULKAN_CHECK(vkCreateGraphicsPipelines(v->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    return pipeline;
}

VkPipeline create_drawing(const vulkan_device *v, const spirv shaders[2], VkPipelineLayout layout,
                          VkRenderPass pass)
{
    const VkShaderModule modules[] = { build(v, shaders[0]), build(v, shaders[1]) };
    const VkPipeline pipeline = create_graphics(v, modules, layout, pass);
    for (int k = 0; k < 2; k++)
        vkDestroyShaderModule(v->device, modules[k], NULL);
    return pipeline;
}

VkPipeline create_computing(const vulkan_device *v, const spirv *shader, VkPipelineLayout layout)
{
    const VkShaderModule module = build(v, *shader);
    const VkComputePipelineCreateInfo info = { .sType =
                                                   VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                               .stage = stage(VK_SHADER_STAGE_COMPUTE_BIT, module),
                                               .layout = layout };
    VkPipeline pipeline;
    VULKAN_CHECK(vkCreateComputePipelines(v->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(v->device, module, NULL);
    return pipeline;
}
