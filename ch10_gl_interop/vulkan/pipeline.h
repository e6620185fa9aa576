// SPDX-License-Identifier: MIT
//
// pipeline - the shaders that fill the tiles, and their pipelines.

#ifndef CH10_VULKAN_PIPELINE_H
#define CH10_VULKAN_PIPELINE_H

#include "device.h"

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
