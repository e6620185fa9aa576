// SPDX-License-Identifier: MIT
//
// pipeline - the shaders that fill the tiles, and their pipelines.

#ifndef CH10_VULKAN_PIPELINE_H
#define CH10_VULKAN_PIPELINE_H

#include "vk.h"

// Vertex and fragment draw a tile.
VkPipeline create_drawing(const vulkan_device *v, const spirv shaders[2], VkPipelineLayout layout,
                          VkRenderPass pass);

// Compute fills it without drawing.
VkPipeline create_computing(const vulkan_device *v, const spirv *shader, VkPipelineLayout layout);

#endif
