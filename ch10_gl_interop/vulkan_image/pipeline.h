// SPDX-License-Identifier: MIT
//
// pipeline - the shaders that fill the tiles, and their pipelines.

#ifndef VULKAN_IMAGE_PIPELINE_H
#define VULKAN_IMAGE_PIPELINE_H

#include "vulkan/device.h"

// The words of a SPIR-V module.
typedef struct {
    const uint32_t *words;
    size_t bytes;
} spirv;

// Vertex and fragment draw a tile; compute fills it without drawing.
typedef struct {
    spirv vertex, fragment, compute;
} shaders;

VkPipeline create_drawing(const vulkan_device *v, const shaders *s, VkPipelineLayout layout,
                          VkRenderPass pass);
VkPipeline create_computing(const vulkan_device *v, const shaders *s, VkPipelineLayout layout);

#endif
