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

// Either vertex and fragment, which draw a tile, or compute, which fills it without drawing.
typedef struct {
    spirv vertex, fragment;
    spirv compute;    // words: NULL where tiles are drawn
} shaders;

VkPipeline create_drawing(const vulkan_device *v, const shaders *s, VkPipelineLayout layout,
                          VkRenderPass pass);
VkPipeline create_computing(const vulkan_device *v, const shaders *s, VkPipelineLayout layout);

#endif
